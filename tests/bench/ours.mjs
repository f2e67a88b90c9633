// Owns the one place where the package under test is called. Every function takes what the peers take, and
// throws if the package does not answer as it must, so that no wrong answer is ever timed.

/**
 * The package under test, or undefined if the environment says `OURS=0`.
 * Throws if the package is not built.
 */
export async function loadOurs() {
  if (process.env.OURS === '0') return undefined;
  let core;
  let compiler;
  let instruments;
  try {
    core = await import('@chirp-protocol/protocol');
    compiler = await import('@chirp-protocol/protocol/compile');
    instruments = await import('@chirp-protocol/protocol/instruments');
  } catch (cause) {
    throw new Error('cannot load @chirp-protocol/protocol: build it, or run with OURS=0', { cause });
  }
  await Promise.all([core.ready(), compiler.ready(), instruments.ready()]);
  return {
    version: core.version,
    verify: (bytes) => core.verify(bytes).ok,
    verifyMessage(bytes) {
      const { ok, view } = core.verify(bytes);
      return ok && view !== 'fallback';
    },
    /** Whether a message is in order, after its envelope and its tree were made. */
    openMessage(bytes) {
      const { envelope, tree } = core.verify(bytes);
      return envelope !== undefined && tree !== undefined;
    },
    verifyRecompiling: (bytes) => compiler.verify(bytes, { recompile: true }).ok,
    /** The envelope of a verdict, or undefined. */
    open(bytes) {
      const verified = core.verify(bytes);
      return verified.ok ? verified.envelope : undefined;
    },
    seal: (envelope) => core.seal(envelope).envelope,
    sealToBytes: (envelope) => core.seal(envelope).bytes,
    sealBytes: (bytes) => core.seal(bytes).bytes,
    canonicalize: (bytes) => core.canonicalize(bytes),
    /** How many lines there are, all of them in order. */
    checkLines(bytes) {
      let count = 0;
      for (const { problem } of core.checkLines(bytes)) {
        if (problem !== undefined) throw new Error(problem.message);
        count += 1;
      }
      return count;
    },
    checkTree: (tree) => core.checkTree(tree).ok,
    /** An index of heads without heads, for a viewer. */
    lensIndex: (context) => new instruments.LensIndex({ workspace: 'acme', context }),
    validate: (bytes) => compiler.validate(bytes),
    /** What a source compiles to. */
    compile(source) {
      const compiled = compiler.compile(source);
      if (!compiled.ok) throw new Error(compiled.problems[0].message);
      return compiled;
    },
  };
}

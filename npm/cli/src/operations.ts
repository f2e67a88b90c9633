// Owns: what each command does with one input. Every rule is the core's; here its answers become outcomes.

import * as core from '@chirp-protocol/protocol/compile';
import { made, type Outcome, refused } from './outcome.js';

/** How inputs stand in a stream: one is all of it, or each is a line of it. */
export type Framing = 'whole' | 'lines';

/** What a command does. */
export interface Operation {
  /** What it prints of an accepted input: words on it, a text made from it, or a line of JSON made from it. */
  readonly prints: 'words' | 'text' | 'json';
  /** Judges one input, as its bytes. Refusals are outcomes; what it throws is no verdict on the input. */
  readonly judge: Judge;
  /** The bytes that an input may have; without it, those of a message. */
  readonly cap?: number;
}

type Judge = (input: Uint8Array, framing: Framing) => Outcome;

/** Reports everything that is wrong with a message or an envelope. PubMark is compiled. */
export function validate(options: { workspace?: string }): Operation {
  return refusing('words', (input) => {
    const report = core.validate(input, options);
    if (!report.ok) return { ...refused(report), report: JSON.stringify(report) };
    const { digest, series, advice } = report;
    return {
      ok: true,
      report: JSON.stringify(report),
      account: { headline: 'valid', facts: known({ digest, series }), problems: [], more: 0, advice },
    };
  });
}

/** Makes the sealed envelope, or with `project` the sealed message with its compiled PubMark. */
export function seal(options: { project?: boolean }): Operation {
  return refusing('json', (input) => {
    const sealed = options.project ? core.project(input) : core.seal(input);
    // The text stays as the core wrote it: a detour over objects would reorder members that look like numbers.
    const member = options.project ? 'message' : 'envelope';
    return made(sealed.text, `${members({ digest: sealed.digest })},"${member}":${sealed.text}`);
  });
}

/** Decides what a client may show. PubMark that came without a projection is compiled. */
export function verify(options: { capabilities?: readonly string[]; recompile?: boolean }): Operation {
  return { prints: 'words', judge: (input) => verdict(core.verify(input, options)) };
}

function verdict({ ok, view, fallback, reasons, digest }: core.Verified): Outcome {
  return {
    ok,
    report: JSON.stringify({ ok, view, fallback, reasons, digest }),
    account: {
      headline: `${ok ? 'verified' : 'not verified'}, shown as ${VIEW_WORDS[view]}`,
      facts: known({ digest }),
      problems: reasons,
      more: 0,
      advice: [],
      text: fallback,
    },
  };
}

/** Makes the canonical form (RFC 8785) of any JSON. */
export function canonicalize(): Operation {
  return refusing('json', (input) => {
    const canonical = core.canonicalize(input);
    return made(canonical, members({ canonical }));
  });
}

/** Makes the digest of an envelope, or with `domain` of any JSON. */
export function digest(options: { domain?: string }): Operation {
  return refusing('text', (input) => {
    const digest = core.digest(input, options);
    return made(digest, members({ digest }));
  });
}

/** Makes the projection of a PubMark source. */
export function compile(): Operation {
  return compiling('json', ({ text, advice }) => made(text, `"projection":${text}`, advice));
}

/** Reports everything that is wrong with a PubMark source. */
export function check(): Operation {
  return compiling('words', ({ advice }) => ({
    ok: true,
    report: JSON.stringify({ ok: true, problems: [], more: 0, advice }),
    account: { headline: 'valid', facts: [], problems: [], more: 0, advice },
  }));
}

/** Makes the plain text that says what a PubMark source shows. */
export function text(): Operation {
  return refusing('text', (input, framing) => {
    const text = core.toText(sourceIn(input, framing));
    return made(text, members({ text }));
  });
}

function compiling(
  prints: Operation['prints'],
  accept: (compiled: Extract<core.Compiled, { ok: true }>) => Outcome,
): Operation {
  return refusing(prints, (input, framing) => {
    const compiled = core.compile(sourceIn(input, framing));
    return compiled.ok ? accept(compiled) : refused(compiled);
  });
}

/** An operation whose refusals are thrown. */
export function refusing(prints: Operation['prints'], judge: Judge): Operation {
  return {
    prints,
    judge(input, framing) {
      try {
        return judge(input, framing);
      } catch (error) {
        if (error instanceof core.EnvelopeError) return refused(error);
        throw error;
      }
    },
  };
}

/** A PubMark source: the whole input as it is, or of a line, which cannot hold line ends, a JSON string. */
function sourceIn(input: Uint8Array, framing: Framing): string | Uint8Array {
  if (framing === 'whole') return input;
  const value: unknown = JSON.parse(core.canonicalize(input));
  if (typeof value === 'string') return value;
  const params = { expected: 'a string that holds PubMark', found: 'another value' };
  throw new core.EnvelopeError([core.problem('wrong_type', '', params)]);
}

/** Members of a JSON object, without its braces. */
export function members(values: Record<string, string>): string {
  return JSON.stringify(values).slice(1, -1);
}

export function known(facts: Record<string, string | undefined>): [string, string][] {
  return Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== undefined);
}

const VIEW_WORDS: Record<core.View, string> = {
  fallback: 'plain text',
  instrument: 'an instrument',
  pubmark: 'PubMark',
};

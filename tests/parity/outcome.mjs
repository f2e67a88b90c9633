// Owns: running one operation of the package, and making one plain value of everything that it answers.
// Runs in Node and in a page.

const encoder = new TextEncoder();

/** The input of a case: its bytes, and the text if it was given as text. */
export function inputOf({ id, input, input_base64: encoded, input_repeat: parts }) {
  const forms = [input, encoded, parts].filter((form) => form !== undefined);
  if (forms.length !== 1) throw new Error(`${id}: not one input`);
  if (encoded !== undefined) {
    return { bytes: Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)) };
  }
  const text = input ?? parts.prefix + parts.unit.repeat(parts.times) + parts.suffix;
  return { bytes: encoder.encode(text), text };
}

/** What the package says to `input`, asked as the case asks. A refusal that is thrown becomes its problems. */
export function outcomeOf(api, { op, options = {} }, input) {
  const { capabilities, domain, recompile, workspace } = options;
  switch (op) {
    case 'canonicalize':
      return orProblems(api, () => ({ canonical: api.canonicalize(input) }));
    case 'checkTree': {
      const { ok, problems, more } = api.checkTree(input);
      return ok ? { ok } : { ok, problems, more };
    }
    case 'digest':
      return orProblems(api, () => ({ digest: api.digest(input, domain === undefined ? {} : { domain }) }));
    case 'seal':
      return orProblems(api, () => {
        const { text, digest } = api.seal(input);
        return { canonical: text, digest };
      });
    case 'validate':
      return api.validate(input, workspace === undefined ? {} : { workspace });
    case 'verify': {
      const { ok, view, fallback, reasons } = api.verify(input, { capabilities, recompile });
      return { ok, view, fallback, reasons };
    }
    default:
      throw new Error(`no operation ${op}`);
  }
}

function orProblems(api, run) {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof api.EnvelopeError)) throw error;
    return { problems: error.problems, more: error.more };
  }
}

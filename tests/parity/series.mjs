// Owns: holding the package against the vectors of series and histories. Runs in Node and in a page.

import { equal, onlyKnown } from './vectors.mjs';

const FIELDS = ['id', 'comment', 'flags', 'op', 'input', 'inputs', 'options', 'expect'];

/** The operations, as a case asks them: everything that each answers. */
const OPERATIONS = {
  completeDraft(api, { input, options }) {
    const { text: canonical, digest, draft } = api.completeDraft(input, options);
    return { canonical, digest, draft };
  },
  decideRevision: (api, { input, options }) => api.decideRevision(input, options),
  exportHistory(api, { inputs, options }) {
    const { bytes, ...more } = api.exportHistory(inputs, options);
    return { canonical: new TextDecoder().decode(bytes), ...more };
  },
  seriesOf: (api, { input, options }) => ({ series: api.seriesOf(input, options) }),
  verifyHistory(api, { input, options }) {
    const { problems, advice, more, ...report } = api.verifyHistory(input, options);
    if (more !== 0) throw new Error(`${more} more problems`);
    return {
      ...report,
      ...(problems.length > 0 ? { problems } : {}),
      ...(advice.length > 0 ? { advice } : {}),
    };
  },
};

/** How the package differs from a case, as text and, where there is one input, as bytes. */
export function decides(api, one) {
  onlyKnown(one, FIELDS, one.id);
  if (typeof api[one.op] !== 'function') return undefined;
  const forms = one.inputs === undefined ? [one.input, new TextEncoder().encode(one.input)] : [undefined];
  return forms.flatMap((input) => differ(one.expect, outcomeOf(api, { ...one, input })));
}

function outcomeOf(api, one) {
  try {
    return OPERATIONS[one.op](api, one);
  } catch (error) {
    if (!(error instanceof api.EnvelopeError)) throw error;
    return { problems: error.problems };
  }
}

function differ(expect, found) {
  return [...new Set([...Object.keys(expect), ...Object.keys(found)])].flatMap((name) => {
    const actual = like(expect[name], found[name]);
    const show = (value) => String(JSON.stringify(value)).slice(0, 600);
    return equal(expect[name], actual)
      ? []
      : [`${name}: expected ${show(expect[name])}, found ${show(actual)}`];
  });
}

/** Of a problem, what is expected of it: code, pointer, and the position where it is given. */
function like(expected, found) {
  if (Array.isArray(found)) return found.map((one, index) => like(expected?.[index], one));
  if (found?.code === undefined) return found;
  const { code, at, position } = found;
  return expected?.position === undefined ? { code, at } : { code, at, position };
}

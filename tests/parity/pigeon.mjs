// Owns: holding the package against the vectors of Pigeon. Runs in Node and in a page.

import { equal, onlyKnown } from './vectors.mjs';

const FIELDS = ['id', 'comment', 'flags', 'op', 'input', 'input_repeat', 'options', 'expect'];

/** What a caller sends nothing with: it is asked with options alone. */
const OF_OPTIONS = new Set([
  'admissionState',
  'answerRequest',
  'endGrant',
  'installListing',
  'joinRoom',
  'planNotice',
  'removeAgent',
  'useThread',
]);

/** How the package differs from a case, as text and as bytes. */
export function carries(api, one) {
  onlyKnown(one, FIELDS, one.id);
  const { prefix, unit, times, suffix } = one.input_repeat ?? {};
  const input = one.input ?? `${prefix}${unit.repeat(times)}${suffix}`;
  const forms = OF_OPTIONS.has(one.op)
    ? [[one.options]]
    : [input, new TextEncoder().encode(input)].map((form) => [form, one.options]);
  return forms.flatMap((asked) => {
    const { error, ...rest } = api[one.op](...asked);
    // The words about an input that is not in order are for people.
    const found = error === undefined || rest.code !== undefined ? rest : { ...rest, error };
    if (rest.code !== undefined && !error) return ['no words'];
    return equal(one.expect, found) ? [] : [`found ${JSON.stringify(found).slice(0, 600)}`];
  });
}

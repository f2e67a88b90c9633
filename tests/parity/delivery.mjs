// Owns: holding the package against the vectors of delivery. Runs in Node and in a page.

import { equal, onlyKnown } from './vectors.mjs';

const FIELDS = ['id', 'comment', 'flags', 'op', 'input', 'input_repeat', 'options', 'expect'];

/** What has no input: it is asked with options alone. */
const OF_OPTIONS = {
  decideCredential: (api, { options }) => api.decideCredential(options),
  usableChannels: (api, { options }) => ({ channels: api.usableChannels(options) }),
};

/** How the package differs from a case, as text and as bytes. */
export function delivers(api, one) {
  onlyKnown(one, FIELDS, one.id);
  const { prefix, unit, times, suffix } = one.input_repeat ?? {};
  const input = one.input ?? `${prefix}${unit.repeat(times)}${suffix}`;
  return [input, new TextEncoder().encode(input)].flatMap((form) => {
    const found = brief(
      Object.hasOwn(OF_OPTIONS, one.op) ? OF_OPTIONS[one.op](api, one) : api[one.op](form, one.options),
    );
    return equal(one.expect, found) ? [] : [`found ${JSON.stringify(found).slice(0, 600)}`];
  });
}

/** Everything that an operation says; of a problem code and pointer, of advice its codes. */
function brief({ ok: _, more = 0, problems = [], advice = [], body, text, envelope, projection, ...rest }) {
  if (more !== 0) throw new Error(`${more} more problems`);
  const parts = {
    problems: problems.map(({ code, at }) => ({ code, at })),
    advice: advice.map(({ code }) => code),
    text: body ?? text ?? '',
    canonical: new TextDecoder().decode(envelope ?? new Uint8Array()),
    projection: new TextDecoder().decode(projection ?? new Uint8Array()),
  };
  const there = Object.entries(parts).filter(([, part]) => part.length > 0);
  return { ...rest, ...Object.fromEntries(there) };
}

// Owns the little language in which the peers' contract is written once. `json-schema.mjs`, `zod.mjs` and
// `valibot.mjs` translate it, so that all validators are asked for exactly the same.

/** Text of `min` to `max` characters in one of `FORMS`. */
export const text = (form, max, min = 1) => ({ is: 'text', form, min, max });
/** One of a closed list of strings. */
export const choice = (...values) => ({ is: 'choice', values });
/** Exactly this string. */
export const exactly = (value) => ({ is: 'exactly', value });
/** An integer that a double holds exactly. */
export const integer = (min, max = Number.MAX_SAFE_INTEGER) => ({ is: 'integer', min, max });
/** `true` or `false`. */
export const flag = { is: 'flag' };
/** A list of `min` to `max` entries. */
export const list = (of, max, min = 0) => ({ is: 'list', of, min, max });
/** A closed object. Wrap a member in `optional` if it may be absent. */
export const record = (members) => ({ is: 'record', members });
/** A member that may be absent. */
export const optional = (shape) => ({ ...shape, optional: true });
/** An object with free names of a form, and scalar values: text up to `maxText`, numbers, flags. */
export const scalarMap = (form, maxMembers, maxText) => ({ is: 'map', form, maxMembers, maxText });
/** One of several records, told apart by their member `type`. */
export const variants = (of) => ({ is: 'variants', of });
/** A shape of `DEFINITIONS`, by name. */
export const named = (name) => ({ is: 'named', name });

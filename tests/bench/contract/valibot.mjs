// Owns the translation of the contract into a valibot schema.
import * as v from 'valibot';
import { DEFINITIONS } from './envelope.mjs';
import { FORMS } from './forms.mjs';

/** A valibot schema for one shape. */
export const valibotSchema = (shape) => translate(shape);

const definitions = new Map();

// Built on first use, because definitions refer to each other in circles.
function definition(name) {
  if (!definitions.has(name)) definitions.set(name, translate(DEFINITIONS[name]));
  return definitions.get(name);
}

function translate(shape) {
  const schema = required(shape);
  return shape.optional ? v.optional(schema) : schema;
}

function required(shape) {
  switch (shape.is) {
    case 'text':
      return textSchema(shape);
    case 'choice':
      return v.picklist(shape.values);
    case 'exactly':
      return v.literal(shape.value);
    case 'integer':
      return v.pipe(v.number(), v.integer(), v.minValue(shape.min), v.maxValue(shape.max));
    case 'flag':
      return v.boolean();
    case 'list':
      return v.pipe(v.array(translate(shape.of)), v.minLength(shape.min), v.maxLength(shape.max));
    case 'record':
      return recordSchema(shape);
    case 'map':
      return v.pipe(
        v.record(
          v.pipe(v.string(), v.regex(new RegExp(FORMS[shape.form].pattern))),
          v.union([v.pipe(v.string(), v.maxLength(shape.maxText)), v.number(), v.boolean()]),
        ),
        v.check((map) => Object.keys(map).length <= shape.maxMembers),
      );
    case 'variants':
      return v.variant('type', shape.of.map(recordSchema));
    case 'named':
      return v.lazy(() => definition(shape.name));
    default:
      throw new Error(`no valibot schema for ${shape.is}`);
  }
}

// A pattern that already bounds the length needs no second check of it.
function textSchema({ form, min, max }) {
  const { pattern, plain } = FORMS[form];
  if (plain && max <= 71) return v.pipe(v.string(), v.regex(new RegExp(pattern)));
  return v.pipe(v.string(), v.regex(new RegExp(pattern)), v.minLength(min), v.maxLength(max));
}

function recordSchema({ members }) {
  return v.strictObject(
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, translate(member)])),
  );
}

// Owns the translation of the contract into a zod 4 schema.
import * as z from 'zod';
import { DEFINITIONS } from './envelope.mjs';
import { FORMS } from './forms.mjs';

/** A zod schema for one shape. */
export const zodSchema = (shape) => translate(shape);

const definitions = new Map();

// Built on first use, because definitions refer to each other in circles.
function definition(name) {
  if (!definitions.has(name)) definitions.set(name, translate(DEFINITIONS[name]));
  return definitions.get(name);
}

function translate(shape) {
  const schema = required(shape);
  return shape.optional ? schema.optional() : schema;
}

function required(shape) {
  switch (shape.is) {
    case 'text':
      return textSchema(shape);
    case 'choice':
      return z.enum(shape.values);
    case 'exactly':
      return z.literal(shape.value);
    case 'integer':
      return z.int().min(shape.min).max(shape.max);
    case 'flag':
      return z.boolean();
    case 'list':
      return z.array(translate(shape.of)).min(shape.min).max(shape.max);
    case 'record':
      return recordSchema(shape);
    case 'map':
      return z
        .record(
          z.string().regex(new RegExp(FORMS[shape.form].pattern)),
          z.union([z.string().max(shape.maxText), z.number(), z.boolean()]),
        )
        .refine((map) => Object.keys(map).length <= shape.maxMembers);
    case 'variants':
      return z.discriminatedUnion('type', shape.of.map(recordSchema));
    case 'named':
      return z.lazy(() => definition(shape.name));
    default:
      throw new Error(`no zod schema for ${shape.is}`);
  }
}

// A pattern that already bounds the length needs no second check of it.
function textSchema({ form, min, max }) {
  const { pattern, plain } = FORMS[form];
  const formed = z.string().regex(new RegExp(pattern));
  return plain && max <= 71 ? formed : formed.min(min).max(max);
}

function recordSchema({ members }) {
  return z.strictObject(
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, translate(member)])),
  );
}

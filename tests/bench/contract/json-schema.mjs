// Owns the translation of the contract into JSON Schema draft 7, with the `discriminator` keyword that ajv
// uses to pick a variant at once. Validators that do not know the keyword ignore it.
import { DEFINITIONS } from './envelope.mjs';
import { FORMS } from './forms.mjs';

/** A complete schema document for one shape, with the definitions of the tree if it holds one. */
export function jsonSchema(shape) {
  const schema = { $schema: 'http://json-schema.org/draft-07/schema#', ...translate(shape) };
  if (!JSON.stringify(schema).includes('"$ref"')) return schema;
  const definitions = Object.entries(DEFINITIONS).map(([name, inner]) => [name, translate(inner)]);
  return { ...schema, definitions: Object.fromEntries(definitions) };
}

function translate(shape) {
  switch (shape.is) {
    case 'text':
      return textSchema(shape);
    case 'choice':
      return { type: 'string', enum: shape.values };
    case 'exactly':
      return { type: 'string', const: shape.value };
    case 'integer':
      return { type: 'integer', minimum: shape.min, maximum: shape.max };
    case 'flag':
      return { type: 'boolean' };
    case 'list':
      return { type: 'array', items: translate(shape.of), minItems: shape.min, maxItems: shape.max };
    case 'record':
      return recordSchema(shape);
    case 'map':
      return {
        type: 'object',
        maxProperties: shape.maxMembers,
        propertyNames: { pattern: FORMS[shape.form].pattern },
        additionalProperties: {
          anyOf: [{ type: 'string', maxLength: shape.maxText }, { type: 'number' }, { type: 'boolean' }],
        },
      };
    case 'variants':
      return {
        type: 'object',
        required: ['type'],
        discriminator: { propertyName: 'type' },
        oneOf: shape.of.map(translate),
      };
    case 'named':
      return { $ref: `#/definitions/${shape.name}` };
    default:
      throw new Error(`no JSON Schema for ${shape.is}`);
  }
}

// A pattern that already bounds the length needs no second check of it.
function textSchema({ form, min, max }) {
  const { pattern, plain } = FORMS[form];
  return plain && max <= 71
    ? { type: 'string', pattern }
    : { type: 'string', minLength: min, maxLength: max, pattern };
}

function recordSchema({ members }) {
  const entries = Object.entries(members);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(entries.map(([name, member]) => [name, translate(member)])),
    required: entries.filter(([, member]) => !member.optional).map(([name]) => name),
  };
}

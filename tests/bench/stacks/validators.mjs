// Owns the validators of the peers. Each has `envelope`, `message` and `tree`: value in, verdict out.

import { Validator } from '@cfworker/json-schema';
import { Ajv } from 'ajv';
import * as v from 'valibot';
import { DEFINITIONS, ENVELOPE, MESSAGE } from '../contract/envelope.mjs';
import { jsonSchema } from '../contract/json-schema.mjs';
import { valibotSchema } from '../contract/valibot.mjs';
import { zodSchema } from '../contract/zod.mjs';

const SHAPES = { envelope: ENVELOPE, message: MESSAGE, tree: DEFINITIONS.root };

const forEachShape = (make) =>
  Object.fromEntries(Object.entries(SHAPES).map(([name, shape]) => [name, make(shape)]));

// `strictRequired` would refuse `discriminator`, whose property the variants declare and not the union.
/** Options under which ajv is at its fastest for this contract, and still strict about the schema itself. */
export const AJV_OPTIONS = { discriminator: true, strict: true, strictRequired: false, unicodeRegExp: false };

const ajv = new Ajv(AJV_OPTIONS);

/** Validators by package. */
export const VALIDATORS = {
  ajv: forEachShape((shape) => ajv.compile(jsonSchema(shape))),
  zod: forEachShape((shape) => {
    const schema = zodSchema(shape);
    return (value) => schema.safeParse(value).success;
  }),
  valibot: forEachShape((shape) => {
    const schema = valibotSchema(shape);
    return (value) => v.is(schema, value);
  }),
  cfworker: forEachShape((shape) => {
    const validator = new Validator(jsonSchema(shape), '7', true);
    return (value) => validator.validate(value).valid;
  }),
};

// Owns the ways to canonical JSON (RFC 8785). A canonicalizer here has three members: `envelope` (without
// `integrity`), `projection` (without `digest`) and `string`. The packages know one function for everything;
// the writer compiled from the contract has one for each shape.
import canonicalizePackage from 'canonicalize';
import { canonicalize as jsonCanonicalize } from 'json-canonicalize';
import { ENVELOPE, PROJECTION } from '../contract/envelope.mjs';
import { compileWriter } from './compiled.mjs';
import { quote, writeAny } from './writer.mjs';

const generic = (write) => ({
  envelope({ integrity: _, ...rest }) {
    return write(rest);
  },
  projection({ digest: _, ...rest }) {
    return write(rest);
  },
  string: write,
});

/** Canonicalizers by name. `compiled` is right only for values that its shape has accepted. */
export const CANONICALIZERS = {
  canonicalize: generic(canonicalizePackage),
  jsonCanonicalize: generic(jsonCanonicalize),
  handWritten: generic(writeAny),
  compiled: {
    envelope: compileWriter(ENVELOPE, 'integrity'),
    projection: compileWriter(PROJECTION, 'digest'),
    string: quote,
  },
};

// Owns: the schemas of the protocol as they are published, for those who publish them further.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A JSON Schema. */
type Schema = Readonly<Record<string, unknown>>;

/**
 * The definitions of some of the protocol's documents, each once, by name. Their references begin with `place`, which is
 * where the caller puts them: `#/$defs/`, if nothing is said.
 */
export function definitionsOf(documents: readonly string[], place = '#/$defs/'): Record<string, Schema> {
  const definitions: Record<string, Schema> = {};
  for (const name of documents) {
    const path = fileURLToPath(import.meta.resolve(`@chirp-protocol/protocol/schemas/${name}.json`));
    const text = readFileSync(path, 'utf8').replaceAll('"#/$defs/', `"${place}`);
    Object.assign(definitions, (JSON.parse(text) as { $defs: Record<string, Schema> }).$defs);
  }
  return definitions;
}

// Owns: reading the vectors of tests/vectors from the disk.

import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../vectors/', import.meta.url);

/** Every area with the files in it, `{area: [{area, cases}]}`; areas and files in the order of their names. */
export function readAreas() {
  const areas = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Object.fromEntries(areas.map(({ name }) => [name, readArea(name)]).sort());
}

function readArea(area) {
  const names = readdirSync(new URL(`${area}/`, folder)).sort();
  return names.map((name) => readJson(`${area}/${name}`));
}

/** A file of tests/vectors. */
export function readJson(name) {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
}

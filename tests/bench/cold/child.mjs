// Owns one cold start, in a process that does nothing else:
//   node child.mjs MODULE ITEMS     prints [start, first verdict, next verdicts] in milliseconds
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { unpackItems } from '../corpus/files.mjs';

const [module, packed] = process.argv.slice(2);
const items = unpackItems(fs.readFileSync(packed));
const nowMs = () => Number(process.hrtime.bigint()) / 1e6;

function verifyOrThrow(verify, item) {
  if (!verify(item)) throw new Error(`${module} refused an item`);
}

const begun = nowMs();
const verify = await (await import(pathToFileURL(module).href)).start();
const started = nowMs();
verifyOrThrow(verify, items[0]);
const first = nowMs();
for (const item of items.slice(1)) verifyOrThrow(verify, item);
console.log(JSON.stringify([started - begun, first - started, nowMs() - first]));

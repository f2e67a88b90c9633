// Owns: a hub in a process of its own, to be killed and started again at the same address. Prints a line when it listens.

import { openHub } from '@chirp-protocol/hub';

const [database, port] = process.argv.slice(2);
const hub = await openHub({ database });
const url = await hub.listen({ port: Number(port) });
process.stdout.write(`${JSON.stringify({ url, token: hub.firstRun?.token })}\n`);

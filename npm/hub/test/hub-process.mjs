// Owns: a hub in a process of its own, to be killed. Prints its address, and the owner's token the first time. Its arguments
// are the database and, as JSON, more options.

import { openHub } from '@chirp-protocol/hub';

const hub = await openHub({ database: process.argv[2], ...JSON.parse(process.argv[3] ?? '{}') });
const url = await hub.listen({ port: 0 });
process.stdout.write(`${JSON.stringify({ url, token: hub.firstRun?.token })}\n`);

// Owns a hub in a process of its own, on the database that the first argument names. Prints where it is and the owner's
// token as a line of JSON, and ends when it is told to.
import { openHub } from '@chirp-protocol/hub';

const hub = await openHub({ database: process.argv[2] });
const url = await hub.listen({ port: 0 });
process.stdout.write(`${JSON.stringify({ url, ...hub.firstRun })}\n`);
process.once('SIGTERM', () => hub.close().then(() => process.exit(0)));

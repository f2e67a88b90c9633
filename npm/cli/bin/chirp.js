#!/usr/bin/env node
import { main } from '../dist/main.js';

// The exit is explicit: a pipe that is not read to its end would keep the process waiting for its writer.
process.exit(await main(process.argv.slice(2)));

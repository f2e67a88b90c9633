// Owns: the command `mcp`: a hub as tools of a model, on the standard streams.

import type { Command } from 'commander';
import { missing } from './hub-package.js';
import { Misuse } from './input.js';
import type { Output } from './output.js';
import { ACCEPTED } from './run.js';
import { visibleLine } from './visible.js';

/** Where complaints go, and who hears the exit code. Standard output belongs to the protocol. */
interface Ends {
  readonly stderr: Output;
  done(code: number): void;
}

const MORE = `Where the hub is, is said by CHIRP_HUB_URL (default: http://127.0.0.1:4747),
and who calls it by CHIRP_TOKEN, a token of that hub, which "chirp hub token"
makes. Standard output has nothing but the protocol; complaints go to standard
error. It ends when its input does.

A client is told to run it, in JSON:
  {"mcpServers": {"chirp": {"command": "chirp", "args": ["mcp"],
    "env": {"CHIRP_HUB_URL": "https://hub.example", "CHIRP_TOKEN": "chirp_…"}}}}

A hub also speaks MCP itself, over HTTP, at /mcp.`;

/** Adds the command. `exitCodes` is what the help of every command ends with. */
export function addMcp(parent: Command, exitCodes: string, { stderr, done }: Ends): void {
  parent
    .command('mcp')
    .summary('let a model use a hub: send, reply, validate, read instruments')
    .description('Serves the Model Context Protocol on standard input and output, over a hub.')
    .addHelpText('after', `\n${MORE}\n\n${exitCodes}`)
    .action(async () => {
      const { CHIRP_HUB_URL: url = 'http://127.0.0.1:4747', CHIRP_TOKEN: token = '' } = process.env;
      if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
        throw new Misuse('CHIRP_HUB_URL must be an address that begins with http:// or https://');
      if (!/^[\x21-\x7e]+$/.test(token))
        throw new Misuse('CHIRP_TOKEN must be a token of the hub; "chirp hub token" makes one');
      const { serveMcp } = await load();
      await serveMcp({
        url,
        token,
        // What a client sends may be a message; the kind of the error is enough.
        onError: ({ name, message }) => {
          const said = name === 'SyntaxError' ? 'a line that is no JSON' : message;
          stderr.write(`mcp: ${visibleLine(said).slice(0, 200)}\n`).catch(() => {});
        },
      });
      done(ACCEPTED);
    });
}

async function load(): Promise<typeof import('@chirp-protocol/hub/mcp')> {
  try {
    return await import('@chirp-protocol/hub/mcp');
  } catch (error) {
    throw missing(error);
  }
}

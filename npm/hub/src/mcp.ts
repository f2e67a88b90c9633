// Owns: MCP over standard input and output, for a hub elsewhere that is called over HTTP.

import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Ask, HubAway } from './mcp/hub.js';
import { StrictLines } from './mcp/lines.js';
import { mcpServer } from './mcp/server.js';

/** Where the hub is, and who calls it. */
export interface McpOptions {
  /** The address of the hub. */
  readonly url: string;
  readonly token: string;
  /** Hears what is wrong with what a client sends. */
  readonly onError?: (error: Error) => void;
}

/** How long the hub may take for one call, in milliseconds. */
const CALL_MS = 30_000;

/**
 * Serves MCP on the standard streams of this process, and resolves when the client closes them. Writes nothing but MCP to
 * standard output. Throws TypeError for an address that is none.
 */
export async function serveMcp({ url, token, onError }: McpOptions): Promise<void> {
  const ask = askOver(new URL(url), token);
  const { stdin, stdout } = process;
  const lines = new StrictLines((answer) => stdout.write(`${JSON.stringify(answer)}\n`));
  const transport = new StdioServerTransport(stdin.pipe(lines), stdout);
  const handle = serveStdio(() => mcpServer(ask), {
    transport,
    ...(onError === undefined ? {} : { onerror: onError }),
  });
  await new Promise((resolve) => stdin.once('close', resolve).once('end', resolve));
  await handle.close();
}

/** Calls of a hub over HTTP. */
function askOver(base: URL, token: string): Ask {
  const root = `${base.origin}${base.pathname.replace(/\/+$/, '')}/api/v1`;
  return async ({ method, path, body }) => {
    try {
      const response = await fetch(`${root}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        redirect: 'error',
        signal: AbortSignal.timeout(CALL_MS),
        ...(body === undefined ? {} : { body }),
      });
      const wanted = response.ok ? /^application\/json\b/ : /^application\/problem\+json\b/;
      if (wanted.test(response.headers.get('content-type') ?? ''))
        return { status: response.status, json: await response.text() };
      await response.body?.cancel();
    } catch (cause) {
      throw new HubAway(`the hub at ${base.origin} cannot be reached`, { cause });
    }
    throw new HubAway(`something else than a hub answers at ${base.origin}`);
  };
}

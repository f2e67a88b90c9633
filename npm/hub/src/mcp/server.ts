// Owns: a server of MCP over a hub: which requests it has, whatever carries them.

import { version } from '@chirp-protocol/protocol';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { type Ask, HubAway } from './hub.js';
import { listInstruments, Refused, readInstrument, TEMPLATES } from './resources.js';
import { failure } from './results.js';
import { callTool, LISTED } from './tools.js';

const INSTRUCTIONS = `Chirp carries messages of programs and people. A message is a plain text, or an envelope that says what kind
it is, who reports, what it is about and how it stands. An envelope with an instrument is a revision in a series on a
board. Validate an envelope that is new before it is sent. A refusal says every problem with its place; mend them all, and
send again.`;

/** A server whose tools and resources call the hub as one caller. It holds nothing between requests. */
export function mcpServer(ask: Ask): Server {
  const server = new Server(
    { name: 'chirp', title: 'Chirp', version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', () => ({ tools: [...LISTED] }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }) => {
    const result = await callTool(ask, name, given).catch(away);
    if (result === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${JSON.stringify(name)}`);
    return result;
  });
  server.setRequestHandler('resources/list', ({ params }) => told(listInstruments(ask, params?.cursor)));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...TEMPLATES] }));
  server.setRequestHandler('resources/read', ({ params }) => told(readInstrument(ask, params.uri)));
  return server;
}

/** A model can act on this, so it is a result. */
function away(error: unknown) {
  if (!(error instanceof HubAway)) throw error;
  const detail = `${error.message}; what was asked may have been done: repeat a send only with its dedupe_key`;
  return failure(`unavailable: ${detail}`, { code: 'unavailable', detail });
}

/** Refusals that are no results are errors of the request. */
async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refused) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    if (error instanceof HubAway) throw new ProtocolError(ProtocolErrorCode.InternalError, error.message);
    throw error;
  }
}

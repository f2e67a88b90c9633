// Owns: the tools: what they are called, what they take and give, and which calls of the hub they make.

import type { CallToolResult, JSONObject, Tool } from '@modelcontextprotocol/server';
import { definitionsOf } from '../definitions.js';
import { HUB_SCHEMAS } from '../http/schemas.js';
import { type Ask, segment } from './hub.js';
import { type Message, misuse, refusal, sent, success } from './results.js';

/** The arguments of a call, which nobody has looked at. */
type Arguments = Readonly<Record<string, unknown>>;

interface Described extends Tool {
  call(ask: Ask, given: Arguments): Promise<CallToolResult>;
}

/** Documents of the protocol whose definitions the schemas name. */
const DOCUMENTS = ['send', 'message', 'history'];

/** The same definitions wherever they stand: those of the protocol, and those of the hub. */
const DEFINITIONS = {
  ...definitionsOf(DOCUMENTS),
  ...JSON.parse(JSON.stringify(HUB_SCHEMAS).replaceAll('"#/components/schemas/', '"#/$defs/')),
} as Readonly<Record<string, JSONObject>>;

const ID = { type: 'string', minLength: 1, maxLength: 256 } as const;

const CONTENT = {
  body: { $ref: '#/$defs/Send/properties/body' },
  protocol: { $ref: '#/$defs/Send/properties/protocol' },
} as const;

/** A listing is read by a model, which needs the schema of an envelope once. */
const SEALED = {
  type: 'object',
  description: 'The sealed envelope, as `protocol` of what was sent.',
} as const;

const DRAFT = {
  type: 'boolean',
  description:
    'true: `protocol` is a draft, whose instrument has neither `revision` nor `predecessor`; the hub makes it the next revision of its series.',
} as const;

const AGAIN =
  'A plain `body` that is sent again is a second message. To be able to repeat a call safely, give `protocol` with a `delivery.dedupe_key`: repeated with the same content it answers with the first message.';

/** The tools, in the order in which they are listed. */
const TOOLS: readonly Described[] = [
  {
    name: 'send_message',
    title: 'Send a message',
    description: `Sends a message to a channel: a plain text in \`body\`, or a typed message, an envelope, in \`protocol\`. ${AGAIN} The envelope need not be sealed. Its \`source\` must be one that the token may speak as.`,
    inputSchema: input(
      { channel: { ...ID, description: 'The id of the channel.' }, ...CONTENT, draft: DRAFT },
      ['channel'],
    ),
    outputSchema: output('StoredMessage'),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    async call(ask, given) {
      const channel = segment(textOf(given, 'channel'));
      if (channel === undefined) return misuse('`channel` can be no id');
      return send(ask, channel, given, {});
    },
  },
  {
    name: 'reply_in_thread',
    title: 'Reply in a thread',
    description: `Answers a message: the reply stands in the thread of that message, in the same channel. Takes what send_message takes. ${AGAIN}`,
    inputSchema: input(
      {
        message_id: {
          ...ID,
          description: 'The id of the message that is answered, the first of its thread or not.',
        },
        ...CONTENT,
        draft: DRAFT,
      },
      ['message_id'],
    ),
    outputSchema: output('StoredMessage'),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    async call(ask, given) {
      const id = segment(textOf(given, 'message_id'));
      if (id === undefined) return misuse('`message_id` can be no id');
      const found = await ask({ method: 'GET', path: `/messages/${id}` });
      if (found.status !== 200) return refusal(found);
      const message = JSON.parse(found.json) as Message;
      return send(ask, encodeURIComponent(message.channel), given, {
        thread_id: message.thread_id ?? message.id,
      });
    },
  },
  {
    name: 'validate_message',
    title: 'Validate a message',
    description:
      'Says everything that is wrong with a message, with the place of each problem and what to do about it. Sends nothing and stores nothing. Ask this before send_message where an envelope is new.',
    inputSchema: input(CONTENT, []),
    outputSchema: output('Report'),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async call(ask, { body, protocol }) {
      const reply = await ask({
        method: 'POST',
        path: '/protocol/validate',
        body: JSON.stringify({ body, protocol }),
      });
      if (reply.status !== 200) return refusal(reply);
      const { projection: _, ...report } = JSON.parse(reply.json) as Record<string, unknown>;
      return success(report);
    },
  },
];

/** The tools as they are listed. */
export const LISTED: readonly Tool[] = TOOLS.map(({ call: _, ...tool }) => tool);

/** Calls a tool; undefined if there is none of that name. What is refused is a result too. */
export async function callTool(
  ask: Ask,
  name: string,
  given: Arguments,
): Promise<CallToolResult | undefined> {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined) return undefined;
  const known = Object.keys(tool.inputSchema.properties ?? {});
  const unknown = Object.keys(given).find((argument) => !known.includes(argument));
  if (unknown !== undefined)
    return misuse(`there is no argument ${JSON.stringify(unknown)}; use ${known.join(', ')}`);
  return tool.call(ask, given);
}

async function send(ask: Ask, channel: string, given: Arguments, more: object): Promise<CallToolResult> {
  const { body, protocol, draft = false } = given;
  if (typeof draft !== 'boolean') return misuse('`draft` must be true or false');
  const reply = await ask({
    method: 'POST',
    path: `/channels/${channel}/messages${draft ? '?draft=1' : ''}`,
    body: JSON.stringify({ body, protocol, ...more }),
  });
  return reply.status === 200 || reply.status === 201 ? sent(reply) : refusal(reply);
}

function textOf(given: Arguments, name: string): string {
  const value = given[name];
  return typeof value === 'string' ? value : '';
}

function input(properties: JSONObject, required: string[]): Tool['inputSchema'] {
  return { type: 'object', properties, required, additionalProperties: false, $defs: reached(properties) };
}

/** The schema of a result: what the hub answers, without the compiled text, and without the envelope that came in. */
function output(name: string): NonNullable<Tool['outputSchema']> {
  const root = DEFINITIONS[name] as JSONObject & { type: 'object'; properties: Record<string, JSONObject> };
  const { projection: _, protocol, ...rest } = root.properties;
  const properties = { ...rest, ...(protocol === undefined ? {} : { protocol: SEALED }) };
  return { ...root, properties, $defs: reached(properties) };
}

/** The definitions that a schema names, and those that these name. */
function reached(schema: JSONObject): JSONObject {
  const found: Record<string, JSONObject> = {};
  const open = [JSON.stringify(schema)];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    for (const [, name = ''] of text.matchAll(/"#\/\$defs\/(\w+)/g)) {
      const definition = DEFINITIONS[name];
      if (definition === undefined || name in found) continue;
      found[name] = definition;
      open.push(JSON.stringify(definition));
    }
  }
  return found;
}

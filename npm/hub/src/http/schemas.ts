// Owns: the JSON Schemas of requests and answers. Those of the protocol are the protocol's own, by reference.

import { HOOK_KINDS } from '../inbound/kinds.js';
import { EVENTS } from '../outbound/events.js';
import { FAILURES } from '../outbound/post.js';
import { PAGE, type Schema } from './route.js';

const TEXT = { type: 'string' } as const;
const TEXTS = { type: 'array', items: TEXT } as const;
const WHEN = { type: 'string', format: 'date-time' } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;

/** A reference to a schema of the document. */
function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object in which what ends in `?` may be absent. */
function object(members: Readonly<Record<string, Schema>>): Schema {
  const entries = Object.entries(members);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace('?', ''), schema])),
    required: entries.map(([name]) => name).filter((name) => !name.endsWith('?')),
  };
}

function list(items: Schema): Schema {
  return { type: 'array', items };
}

export const LIMIT: Schema = { type: 'integer', minimum: 1, maximum: PAGE.max, default: PAGE.usual };
export const CURSOR: Schema = { type: 'string', description: 'A cursor that the hub gave.' };
export const REVISION_NUMBER: Schema = { type: 'integer', minimum: 0 };

export const SEND = ref('Send');
export const EDIT = ref('Edit');
export const REMOVAL = ref('Removal');
export const HISTORY: Schema = {
  anyOf: [ref('History'), { type: 'string', contentMediaType: 'application/x-ndjson' }],
};
export const MESSAGE = ref('StoredMessage');
export const MESSAGE_PAGE = ref('MessagePage');
export const REPORT = ref('Report');
export const REVISION = ref('Revision');
export const REVISIONS = ref('Revisions');
export const SERIES_HEAD = ref('SeriesHead');
export const LENS_PAGE = ref('LensPage');
export const INVOCATION = ref('Invocation');
export const INVOKED = object({ invocation: { type: 'object' }, message: MESSAGE });
export const CAPABILITY_LIST = object({ capabilities: list(ref('Capability')) });
export const WEBHOOK = ref('Webhook');
export const WEBHOOK_REQUEST = ref('WebhookRequest');
export const WEBHOOK_CHANGE = ref('WebhookChange');
export const NEW_WEBHOOK = ref('NewWebhook');
export const WEBHOOKS = object({ webhooks: list(WEBHOOK) });
export const DEAD_LETTERS = object({
  dead_letters: list(ref('DeadLetter')),
  more: { type: 'boolean' },
  'after?': CURSOR,
});
export const RESENT = object({ resent: COUNT });
export const CHANNEL = ref('Channel');
export const CHANNEL_REQUEST = ref('ChannelRequest');
export const CHANNELS = object({ channels: list(CHANNEL) });
export const ME = ref('Me');
export const MEMBERS = object({ members: TEXTS });
export const NEW_TOKEN = ref('NewToken');
export const TOKEN_REQUEST = ref('TokenRequest');
export const ACCOUNT = ref('Account');
export const ACCOUNTS = object({ accounts: list(ACCOUNT) });
export const ACCOUNT_REQUEST = object({ roles: TEXTS });
export const EXPORT = {
  type: 'string',
  contentMediaType: 'application/x-ndjson',
  description: 'Lines of JSON, of which the last is `{"type":"end"}`.',
};
/** A page of HTML. */
export const PAGE_OF_HTML: Schema = { type: 'string', contentMediaType: 'text/html' };
export const INVITATION = object({ account: TEXT, expires_at: WHEN, path: TEXT });
export const INVITATION_REQUEST = object({ 'account?': TEXT, 'roles?': TEXTS });
export const HOOK_REQUEST = ref('HookRequest');
export const NEW_HOOK = ref('NewHook');
export const HOOKS = object({ hooks: list(ref('Hook')) });
export const TAKEN = { anyOf: [MESSAGE, object({ ignored: TEXT })] };
export const TOKENS = object({ tokens: list(ref('Token')) });

/** What is answered to MCP: JSON-RPC, whole or as an event. */
export const MCP_ANSWER: Schema = {
  anyOf: [{ type: 'object' }, { type: 'string', contentMediaType: 'text/event-stream' }],
};
export const MCP_ERROR: Schema = { type: 'object', description: 'An error of JSON-RPC.' };

const TOKEN = {
  id: TEXT,
  label: TEXT,
  account: TEXT,
  roles: TEXTS,
  channels: TEXTS,
  sources: TEXTS,
  created_at: WHEN,
} as const;

const SOME_CHANNELS = { ...TEXTS, minItems: 1, description: '`*` is every channel.' } as const;

const WEBHOOK_MEMBERS = {
  id: TEXT,
  url: { type: 'string', format: 'uri' },
  'description?': TEXT,
  channels: SOME_CHANNELS,
  events: { type: 'array', items: { enum: EVENTS } },
  'capability?': { ...TEXT, description: 'Of one that the operator has configured.' },
  enabled: { type: 'boolean' },
  'disabled_reason?': { ...TEXT, description: '`gone`: it answered 410.' },
  created_at: WHEN,
} as const;

const HOOK = {
  id: TEXT,
  label: TEXT,
  account: TEXT,
  channel: TEXT,
  'kind?': { enum: Object.keys(HOOK_KINDS) },
  signed: { type: 'boolean' },
  sources: TEXTS,
  created_at: WHEN,
} as const;

/** The schemas of the hub's own, by name. */
export const HUB_SCHEMAS: Readonly<Record<string, Schema>> = {
  StoredMessage: object({
    id: TEXT,
    channel: TEXT,
    'thread_id?': TEXT,
    sender: TEXT,
    body: TEXT,
    created_at: WHEN,
    'edited_at?': WHEN,
    'instrument?': object({ series: TEXT, revision: COUNT, head: ref('Head') }),
    'protocol?': ref('Envelope'),
    'projection?': ref('Projection'),
  }),
  MessagePage: object({
    messages: list(MESSAGE),
    more: { type: 'boolean' },
    'before?': CURSOR,
    'after?': CURSOR,
  }),
  Problem: object({
    code: TEXT,
    at: TEXT,
    rule: TEXT,
    message: TEXT,
    'hint?': TEXT,
    'params?': { type: 'object' },
    'position?': object({ line: COUNT, column: COUNT }),
  }),
  Report: object({
    ok: { type: 'boolean' },
    problems: list(ref('Problem')),
    more: COUNT,
    advice: list(ref('Problem')),
    'digest?': TEXT,
    'series?': TEXT,
    'projection?': ref('Projection'),
  }),
  Refusal: object({
    type: { const: 'about:blank' },
    status: { type: 'integer' },
    code: TEXT,
    'detail?': TEXT,
    'problems?': list(ref('Problem')),
    'more?': COUNT,
    'head?': ref('Head'),
    'message?': MESSAGE,
    'retry_after?': { ...COUNT, description: 'In seconds.' },
  }),
  Revision: object({ revision: COUNT, digest: TEXT, 'message?': MESSAGE, 'gap?': ref('Gap') }),
  Revisions: object({
    series: TEXT,
    channel: TEXT,
    head: ref('Head'),
    revisions: list(REVISION),
    more: { type: 'boolean' },
  }),
  SeriesHead: object({
    series: TEXT,
    channel: TEXT,
    head: ref('Head'),
    done: TEXTS,
    'message?': MESSAGE,
    'gap?': ref('Gap'),
  }),
  LensPage: object({
    heads: list(ref('ClassifiedHead')),
    'next?': TEXT,
    counts: { type: 'object', additionalProperties: COUNT },
    'changes_at?': WHEN,
  }),
  ClassifiedHead: object({
    series: TEXT,
    digest: TEXT,
    revision: COUNT,
    category: TEXT,
    severity: TEXT,
    lens: TEXT,
    needs_me: { type: 'boolean' },
    'attention?': ref('Attention'),
    'applies?': TEXT,
    'changes_at?': WHEN,
    why_not: { type: 'array', items: { type: 'object' } },
    actions: { type: 'array', items: { type: 'object' } },
    done: TEXTS,
    message: MESSAGE,
  }),
  Invocation: object({ digest: TEXT, 'confirmed?': { type: 'boolean' }, invocation_id: TEXT }),
  Capability: object({
    name: TEXT,
    'roles?': TEXTS,
    'confirm?': { type: 'boolean' },
    'repeatable?': { type: 'boolean' },
    'settles?': { type: 'boolean' },
  }),
  Webhook: object(WEBHOOK_MEMBERS),
  NewWebhook: object({ ...WEBHOOK_MEMBERS, secret: TEXT }),
  WebhookRequest: object({
    url: TEXT,
    channels: SOME_CHANNELS,
    'events?': { type: 'array', items: { enum: EVENTS } },
    'description?': TEXT,
    'enabled?': { type: 'boolean' },
  }),
  WebhookChange: object({
    'url?': TEXT,
    'channels?': SOME_CHANNELS,
    'events?': { type: 'array', items: { enum: EVENTS } },
    'description?': TEXT,
    'enabled?': { type: 'boolean' },
  }),
  DeadLetter: object({
    id: { ...TEXT, description: 'The `webhook-id`.' },
    type: { enum: EVENTS },
    message: TEXT,
    created_at: WHEN,
    attempts: COUNT,
    reason: { enum: FAILURES },
    'status?': COUNT,
    dead_at: WHEN,
  }),
  Channel: object({ id: TEXT, name: TEXT, created_at: WHEN }),
  ChannelRequest: object({ id: TEXT, 'name?': TEXT }),
  Me: object({ workspace: TEXT, account: TEXT, roles: TEXTS, channels: TEXTS, sources: TEXTS }),
  Account: object({ account: TEXT, roles: TEXTS, created_at: WHEN }),
  Token: object({ ...TOKEN, 'revoked_at?': WHEN }),
  NewToken: object({ ...TOKEN, token: TEXT }),
  Hook: object({ ...HOOK, 'revoked_at?': WHEN }),
  NewHook: object({ ...HOOK, token: TEXT, path: TEXT }),
  HookRequest: object({
    label: TEXT,
    channel: TEXT,
    'kind?': HOOK['kind?'],
    'secret?': TEXT,
    'sources?': TEXTS,
  }),
  TokenRequest: object({
    label: TEXT,
    'account?': TEXT,
    'roles?': TEXTS,
    'channels?': TEXTS,
    'sources?': TEXTS,
  }),
};

// Owns: what subscribers are told: the rows of the outbox, written with what they tell of, and what a delivery says.

import { outboundOf } from '@chirp-protocol/protocol/hub';
import { EVERY_CHANNEL } from '../caller.js';
import type { MessageRow } from '../messages.js';
import { newId } from '../secret.js';
import { listOf } from '../store/rows.js';
import type { Row, Sql } from '../store/sql.js';

/** What a webhook may subscribe to. */
export const EVENTS = ['action.invoked', 'message.created', 'message.deleted', 'message.edited'] as const;

export type EventType = (typeof EVENTS)[number];

/** Of a message, what decides whether it may leave the workspace, and what leaves then. */
export type Said = Pick<MessageRow, 'body' | 'envelope'>;

/** Something that subscribers are told. */
export interface Event {
  readonly type: EventType;
  readonly channel: string;
  /** The id of the message. */
  readonly message: string;
  readonly said: Said;
  /** What is told where it is not the message. */
  readonly data?: object;
  readonly now: string;
}

/** A delivery as the outbox has it. */
export interface DeliveryRow extends Row {
  readonly position: number;
  readonly id: string;
  readonly type: string;
  readonly message: string;
  readonly data: string | null;
  readonly created_at: string;
  readonly attempts: number;
}

/**
 * Writes into the outbox what each subscriber of the channel is owed, in a transaction that holds the workspace. Of a message
 * that no webhook may carry (HAND-002) nobody is told anything.
 */
export async function tell(sql: Sql, workspace: string, event: Event): Promise<void> {
  const all = await sql.all<{ id: string; channels: string; events: string }>(
    'SELECT id, channels, events FROM webhooks WHERE workspace = $1 AND enabled = 1 AND capability IS NULL ORDER BY id',
    workspace,
  );
  const subscribers = all.filter(({ channels, events }) => {
    const heard = listOf(channels);
    return (
      (heard.includes(EVERY_CHANNEL) || heard.includes(event.channel)) && listOf(events).includes(event.type)
    );
  });
  if (subscribers.length === 0 || carried(event.said) === undefined) return;
  for (const { id } of subscribers) await owe(sql, workspace, id, event);
}

/** Owes one delivery to one webhook. */
export async function owe(
  sql: Sql,
  workspace: string,
  webhook: string,
  { type, message, data, now }: Omit<Event, 'channel' | 'said'>,
): Promise<void> {
  await sql.all(
    `INSERT INTO deliveries (id, workspace, webhook, type, message, data, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    ...[
      `msg_${newId()}`,
      workspace,
      webhook,
      type,
      message,
      data === undefined ? null : JSON.stringify(data),
    ],
    now,
  );
  await sql.notify(workspace);
}

/** What is told of a message that was deleted: what it was, and nothing that it said. */
export function deletion(row: MessageRow, reason: string | null): object {
  const { id, channel, thread_id, series, revision, digest } = row;
  return {
    message: { id, channel, ...present({ thread_id, digest }) },
    ...present({ series, revision, reason }),
  };
}

/**
 * The body of a delivery, as JSON text: what it is about as it is now. Undefined if there is nothing left to say, since the
 * message was deleted meanwhile.
 */
export function payloadOf(delivery: DeliveryRow, row: MessageRow | undefined): string | undefined {
  const data = delivery.data ?? (row === undefined ? undefined : messageData(row));
  if (data === undefined) return undefined;
  const head = JSON.stringify({ type: delivery.type, timestamp: delivery.created_at });
  return `${head.slice(0, -1)},"data":${data}}`;
}

/** A message as the core lets it leave, with what the hub knows of it. */
function messageData(row: MessageRow): string | undefined {
  const said = row.deleted_at === null ? carried(row) : undefined;
  if (said === undefined) return undefined;
  const { id, channel, thread_id, sender, created_at, edited_at, series, revision } = row;
  const instrument = series === null ? null : { series, revision };
  const known = {
    id,
    channel,
    ...present({ thread_id }),
    sender,
    created_at,
    ...present({ edited_at, instrument }),
  };
  // What the core gives is canonical, and stays as it is to the byte.
  return `{"message":${JSON.stringify(known).slice(0, -1)},${said.slice(1)}}`;
}

/** What a webhook may carry of a message, as the core decides. */
function carried({ body, envelope }: Said): string | undefined {
  const protocol = envelope === null ? '' : `,"protocol":${envelope.toString('utf8')}`;
  return outboundOf(`{"body":${JSON.stringify(body)}${protocol}}`);
}

function present(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

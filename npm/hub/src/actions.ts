// Owns: actions: what is registered, and what comes of an invocation: a typed reply that the person sends.

import {
  CoreError,
  type Decision,
  type Done,
  type Envelope,
  type Invocation,
  invoke,
  PROTOCOL,
} from '@chirp-protocol/protocol/hub';
import { type Caller, hold, person } from './caller.js';
import type { Capabilities } from './capabilities.js';
import { lock } from './cursor.js';
import { type Answer, headOf, type MessageRow, messageJson, readable } from './messages.js';
import { owe, tell } from './outbound/events.js';
import { configuredWebhook } from './outbound/webhooks.js';
import { Refusal, refuse } from './refusal.js';
import { sendIn } from './send.js';
import { must, places } from './store/rows.js';
import type { Driver, Sql } from './store/sql.js';

/** The most of an argument or a subject that a reply repeats, in characters. */
const SHOWN = 200;

/**
 * Runs an action of a message for a person: asks the core again, against what is there, sends the reply, records the answer
 * and writes down who is to be told, in one transaction. The same `invocation_id` again has the same answer. Throws Refusal.
 */
export async function run(
  driver: Driver,
  capabilities: Capabilities,
  who: Caller,
  id: string,
  action: string,
  invocation: Invocation,
  now: string,
): Promise<Answer> {
  const { workspace, account } = who;
  const source = person(account);
  if (!who.sources.includes(source)) throw refuse('forbidden', 'only a person may use an action');
  return driver.write(async (sql) => {
    const { caller } = await hold(sql, who);
    const row = await readable(sql, caller, id);
    if (row.envelope === null) throw refuse('not_found');
    const known = await answered(sql, caller, invocation.invocation_id);
    const decision = decide(row, action, invocation, known, {
      viewer: { id: account, roles: [...caller.roles] },
      capabilities: capabilities.registered,
      done: await doneOf(sql, workspace, must(row.digest)),
      now,
    });
    if (decision.decision === 'replay') {
      if (known === '') throw refuse('message_deleted');
      return { status: 201, json: must(known) };
    }
    if (decision.decision === 'refuse') throw refusalOf(decision);
    const asked = { channel: row.channel, sources: [source], workspace };
    const verb = capabilities.says(decision.capability);
    const reply = await sendIn(sql, caller, replyTo(row, action, decision, account, verb), asked, now);
    const { digest, invocation_id } = invocation;
    const made = { id: invocation_id, message: id, action, digest, at: now };
    const json = `{"invocation":${JSON.stringify(made)},"message":${reply.json}}`;
    const cursor = await lock(sql, workspace);
    await sql.all(
      `INSERT INTO invocations (workspace, account, id, digest, action, cursor, answer)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      ...[workspace, account, invocation_id, digest, action, cursor, json],
    );
    await tellOf(sql, workspace, capabilities, row, { id: invocation_id, action, account, now }, decision);
    return { status: 201, json };
  });
}

/**
 * Tells of an invocation: the subscribers of the channel, so that the producer can revise its series; and the program that
 * carries the capability out, which alone gets the arguments (ACT-005). Nothing else of the message goes to either, so the
 * program is told also where no webhook may carry the message.
 */
async function tellOf(
  sql: Sql,
  workspace: string,
  capabilities: Capabilities,
  row: MessageRow,
  { id, action, account, now }: { id: string; action: string; account: string; now: string },
  { capability, arguments: given }: Decision,
): Promise<void> {
  const data = {
    invocation: { id, at: now },
    message: {
      id: row.id,
      channel: row.channel,
      ...(row.thread_id === null ? {} : { thread_id: row.thread_id }),
      digest: row.digest,
    },
    ...(row.series === null ? {} : { series: row.series, revision: row.revision }),
    action: { id: action, capability },
    by: { account },
  };
  const event = { type: 'action.invoked', channel: row.channel, message: row.id, now } as const;
  await tell(sql, workspace, { ...event, said: row, data });
  const webhook = capabilities.webhookOf(capability);
  if (webhook === undefined || capability === undefined) return;
  const to = await configuredWebhook(sql, workspace, { capability, ...webhook }, now);
  const withArguments = {
    ...data,
    action: { ...data.action, ...(given === undefined ? {} : { arguments: given }) },
  };
  await owe(sql, workspace, to, { ...event, data: withArguments });
}

function decide(
  row: MessageRow,
  action: string,
  invocation: Invocation,
  known: string | undefined,
  context: Parameters<typeof invoke>[1]['context'],
): Decision {
  try {
    return invoke(messageJson(row), {
      action,
      context,
      invocation,
      ...(row.series === null ? {} : { head: headOf(row).digest }),
      ...(known === undefined ? {} : { known: { answer: true, invocation_id: invocation.invocation_id } }),
    });
  } catch (error) {
    if (error instanceof CoreError && error.code === 'misuse') throw refuse('bad_parameter', error.message);
    throw error;
  }
}

/** What was answered to this person under this id. */
async function answered(sql: Sql, caller: Caller, id: string): Promise<string | undefined> {
  const [row] = await sql.all<{ answer: string }>(
    'SELECT answer FROM invocations WHERE workspace = $1 AND account = $2 AND id = $3',
    ...[caller.workspace, caller.account, id],
  );
  return row?.answer;
}

/** The actions of messages that were run. */
export async function doneOf(sql: Sql, workspace: string, ...digests: string[]): Promise<Done[]> {
  if (digests.length === 0) return [];
  const rows = await sql.all<{ action: string; digest: string }>(
    `SELECT DISTINCT digest, action FROM invocations WHERE workspace = $1 AND digest IN (${places(digests, 2)})`,
    ...[workspace, ...digests],
  );
  return rows.map(({ action, digest }) => ({ action, digest }));
}

function refusalOf({ reason, status = 409 }: Decision): Refusal {
  const { code, message } = must(reason);
  return new Refusal(status, code, { detail: message });
}

/** The reply of a person, in the thread of the message. It names its subject, so it is handled as the message is. */
function replyTo(
  row: MessageRow,
  action: string,
  decision: Decision,
  account: string,
  verb: string | undefined,
): string {
  const envelope = JSON.parse(must(row.envelope).toString('utf8')) as Envelope;
  const { label } = must(envelope.actions?.find(({ id }) => id === action));
  const about = envelope.subject?.label ?? envelope.subject?.id ?? label;
  const { assignee } = decision.arguments ?? {};
  const to = assignee === undefined ? '' : ` to ${shown(String(assignee))}`;
  const protocol = {
    protocol: PROTOCOL,
    kind: 'event',
    source: { kind: 'person', id: account },
    subject: { kind: 'action', id: `${row.digest}/${action}`, label },
    presentation: { fallback: `${verb ?? shown(label)}${to}: ${shown(about)}` },
    ...(envelope.handling === undefined ? {} : { handling: envelope.handling }),
  };
  return JSON.stringify({ protocol, thread_id: row.thread_id ?? row.id });
}

function shown(text: string): string {
  const characters = [...text];
  return characters.length <= SHOWN ? text : `${characters.slice(0, SHOWN).join('')}…`;
}

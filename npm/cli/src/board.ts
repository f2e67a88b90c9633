// Owns: how a lens looks to a person.

import type { ActionState, Classified, Lens } from '@chirp-protocol/protocol/instruments';
import type { Style } from './style.js';
import { visibleLine } from './visible.js';

/** A lens as a person sees it. */
export interface Seen {
  readonly lens: Lens;
  /** In the order of the lens. */
  readonly heads: readonly Classified[];
  readonly counts: Readonly<Record<Lens, number>>;
  /** When something next changes by itself. */
  readonly changesAt: string | undefined;
  /** How a person calls what a head is about, by its digest. */
  readonly labels: ReadonlyMap<string, string>;
  readonly viewer: string;
  readonly now: string;
}

/** Lines for a person; ends with a line feed. All that others wrote in it is escaped. */
export function describeLens(seen: Seen, style: Style): string {
  const { lens, heads, counts, changesAt, labels, viewer, now } = seen;
  const others = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  const lines = [
    `${style.good(lens)} for ${visibleLine(viewer)} at ${visibleLine(now)}: ${heads.length}`,
    style.quiet(`  ${others.join(' · ')}`),
    ...table(heads.map((head) => row(head, labels))).flatMap((line, index) => {
      const head = heads[index];
      return head === undefined ? [] : ['', line, ...details(head, style)];
    }),
    '',
    changesAt === undefined ? 'nothing changes by itself' : `next change: ${changesAt}`,
  ];
  return `${lines.join('\n')}\n`;
}

function row(head: Classified, labels: ReadonlyMap<string, string>): string[] {
  const label = visibleLine(labels.get(head.digest) ?? head.digest);
  return [head.severity, head.category, `revision ${head.revision}`, label];
}

/** Rows with their columns under each other; the last one is as long as it is. */
function table(rows: readonly string[][]): string[] {
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((cells) => cells[column]?.length ?? 0)));
  return rows.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

/** Why the head needs the viewer, or why not, and what they may do. */
function details(head: Classified, style: Style): string[] {
  const { attention, applies, why_not: whyNot, actions } = head;
  const lines: string[] = [];
  if (attention !== undefined) {
    const until = attention.until === undefined ? '' : ` until ${attention.until}`;
    lines.push(`since ${attention.since}${until}: ${visibleLine(attention.reason)}`);
  }
  if (head.needs_me && applies !== undefined) lines.push(`it needs you: ${APPLIES[applies]}`);
  lines.push(...whyNot.map(({ code, message }) => `${style.advice(code)} ${visibleLine(message)}`));
  lines.push(...actions.map((action) => describeAction(action, style)));
  return lines.map((line) => `  ${line}`);
}

function describeAction({ id, enabled, confirm, reason }: ActionState, style: Style): string {
  if (reason !== undefined)
    return `${style.quiet('✗')} ${id}: ${reason.code}, ${visibleLine(reason.message)}`;
  return `${enabled ? style.good('✓') : style.quiet('✗')} ${id}${confirm ? ', which asks first' : ''}`;
}

const APPLIES: Record<NonNullable<Classified['applies']>, string> = {
  everyone: 'it is for everyone',
  role: 'it is for one of your roles',
  user: 'it names you',
};

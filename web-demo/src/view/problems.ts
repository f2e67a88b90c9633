// Owns the list of problems and advice below the editor: each with its code, place, sentence and hint; a click
// goes to the place.
import type { Problem } from '@chirp-protocol/protocol/compile';
import { foreign } from '@chirp-protocol/renderer';
import type { Playground } from '../model/playground.js';
import type { Span } from '../model/pointer.js';
import { counted, icon, make, sentence } from './dom.js';

/** A problem or an advice with its place in the editor. */
export interface Finding {
  readonly problem: Problem;
  readonly span: Span;
  readonly kind: 'advice' | 'problem';
}

/** Fills `list` and `title` for a state. `go` is called with the span of what was clicked. */
export function showProblems(
  { title, list }: { readonly title: HTMLElement; readonly list: HTMLElement },
  { history, report, source }: Playground,
  findings: readonly Finding[],
  go: (span: Span) => void,
): void {
  title.replaceChildren(...heading(report.problems.length + report.more, report.advice.length));
  if (findings.length === 0) {
    list.replaceChildren(
      make(
        'p',
        { class: 'all-clear' },
        icon('check'),
        history === undefined ? allClear(report.digest) : HISTORY_HOLDS,
      ),
    );
    return;
  }
  const rows = findings.map((finding) => make('li', {}, row(finding, source, go)));
  const parts: Node[] = [make('ol', { class: 'findings', role: 'list' }, ...rows)];
  if (report.more > 0)
    parts.push(make('p', { class: 'quiet' }, `and ${counted(report.more, 'further problem')}`));
  list.replaceChildren(...parts);
}

/** What the live region says of a state: how many problems there are, and the first. */
export function announcement({ history, report, stale }: Playground): string {
  const count = report.problems.length + report.more;
  const [first] = report.problems;
  if (first === undefined) return history === undefined ? 'No problems' : HISTORY_HOLDS;
  return `${counted(count, 'problem')}. ${first.message}.${stale ? ' The views show the last good version.' : ''}`;
}

const HISTORY_HOLDS = 'The history holds: every entry is sealed and names the one before it.';

function heading(problems: number, advice: number): (Node | string)[] {
  const tone = problems > 0 ? 'caution' : 'tip';
  const parts: (Node | string)[] = [
    'Problems',
    make('span', { class: 'count', 'data-tone': tone }, `${problems}`),
  ];
  if (advice > 0) parts.push('Advice', make('span', { class: 'count', 'data-tone': 'note' }, `${advice}`));
  return parts;
}

function allClear(digest: string | undefined): string {
  if (digest === undefined) return 'A plain message. Every client shows its text; there is nothing to seal.';
  return 'Nothing to mend. A hub would accept this and seal it.';
}

function row({ problem, span, kind }: Finding, source: string, go: (span: Span) => void): HTMLElement {
  const { at, code, hint, message } = problem;
  const button = make(
    'button',
    { class: 'finding', type: 'button', 'data-kind': kind, 'data-code': code },
    icon(kind === 'problem' ? 'cross' : 'info'),
    make('span', { class: 'finding-text' }, sentence(message), ' ', hint === undefined ? '' : hintOf(hint)),
    ' ',
    make(
      'span',
      { class: 'finding-where' },
      make('code', { class: 'code' }, code),
      ' ',
      make('code', { class: 'at' }, foreign(at === '' ? 'whole text' : at)),
      ' ',
      make('span', {}, `line ${lineOf(source, span.from)}`),
    ),
  );
  button.addEventListener('click', () => go(span));
  return button;
}

function hintOf(hint: string): HTMLElement {
  return make('span', { class: 'hint' }, sentence(hint));
}

function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length;
}

// Owns what an instrument reports about an audit, in full: outcome, proof, and each check with its evidence, as
// reported and never more.
import type { Envelope } from '@chirp-protocol/protocol';
import { make } from '../dom.js';
import { icon } from '../icons.js';
import { foreign, own } from '../text.js';
import { AUDITS, CHECKS, checksOf, evidenceOf, WORDS } from '../words.js';
import { file, files } from './evidence.js';
import { langOf } from './header.js';

type Audit = NonNullable<NonNullable<Envelope['instrument']>['audit']>;
type Check = NonNullable<Audit['checks']>[number];

/** The panel of a reported audit; nothing where none is reported, which the badge beside the state then says. */
export function audit(envelope: Envelope): HTMLElement[] {
  const reported = envelope.instrument?.audit;
  if (reported === undefined) return [];
  const lang = langOf(envelope);
  const { checks = [], proof, status } = reported;
  const look = AUDITS[status];
  const title = make('p', { class: 'panel-title', 'data-tone': look.tone }, icon(look.icon), own(look.word));
  if (checks.length > 0) title.append(make('span', { class: 'quiet' }, own(summary(checks))));
  const panel = make(
    'div',
    { class: 'panel audit', part: 'audit', role: 'group', 'aria-label': WORDS.audit },
    title,
  );
  if (proof !== undefined) panel.append(file(proof, lang));
  if (checks.length > 0) {
    panel.append(
      make(
        'ul',
        { class: 'checks', part: 'checks', role: 'list' },
        ...checks.map((check) => row(check, lang)),
      ),
    );
  }
  return [panel];
}

/** How many checks there are, and how many of each outcome, the worst first. */
function summary(checks: readonly Check[]): string {
  const counts = Object.entries(CHECKS).flatMap(([status, { word }]) => {
    const count = checks.filter((check) => check.status === status).length;
    return count === 0 ? [] : [`${count} ${word.toLowerCase()}`];
  });
  return `${checksOf(checks.length)}: ${counts.join(', ')}`;
}

function row({ evidence = [], label, status }: Check, lang: string | undefined): HTMLElement {
  const look = CHECKS[status];
  const line = [
    make('span', { class: 'check-status', 'data-tone': look.tone }, icon(look.icon), own(look.word)),
    make('span', { class: 'check-label' }, foreign(label, lang)),
  ];
  const item = make('li', { class: 'check', part: 'check' });
  if (evidence.length === 0) {
    item.append(make('div', { class: 'check-line' }, ...line));
    return item;
  }
  line.push(make('span', { class: 'quiet' }, own(evidenceOf(evidence.length))));
  item.append(make('details', {}, make('summary', { class: 'check-line' }, ...line), files(evidence, lang)));
  return item;
}

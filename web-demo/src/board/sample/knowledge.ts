// Owns the knowledge of the day: runbooks, explainers and briefings; one briefing loses a revision, which leaves a gap.
import type { Source as Producer } from '@chirp-protocol/protocol/instruments';
import { ask, audit, draft, type Happening, lines, type Times } from './day.js';
import { LAYLA, MIGUEL, PLANNER, WRITER, YUKI } from './people.js';

/** All of it. */
export function knowledge(t: Times): Happening[] {
  return [...briefing(t), ...pages(t)];
}

/** The briefing of the shift, in three revisions. The second said too much of a customer and is removed. */
function briefing(t: Times): Happening[] {
  const subject = { kind: 'briefing', id: 'shift/day', label: 'Briefing of the day shift' };
  const instrument = { category: 'knowledge', layout: 'document' } as const;
  const post = (at: string, ...items: string[]) => ({
    at,
    post: draft(
      WRITER,
      subject,
      {
        text: lines('Briefing of the day shift.', ...items),
        pubmark: lines(
          '# What you must know',
          '',
          ...items.map((item) => `- ${item}`),
          '',
          '# Whom to ask',
          '',
          'Amara is on call, Jo releases.',
        ),
      },
      instrument,
      { kind: 'document', occurred_at: t(at) },
    ),
  });
  const certificate = 'A certificate of Norden ends tomorrow.';
  const third = post(
    '12:30',
    certificate,
    'Bookings in eu-west failed from 10:05 to 11:10; they work again.',
    'api 7.2.1 may be released after 13:30.',
  );
  return [
    post('07:00', certificate, 'Meridian imports from 09:40 on.'),
    post(
      '10:45',
      certificate,
      'Bookings in eu-west fail.',
      'A customer has called: what they said does not belong here.',
    ),
    third,
    { at: '13:05', remove: third.post, revision: 2, reason: 'privacy' },
  ];
}

/** `[id, title, who, time, language, text, PubMark]` */
type Page = readonly [string, string, Producer, string, string, string, string];

const PAGES: readonly Page[] = [
  [
    'runbook/carrier',
    'Runbook: a carrier stops answering',
    MIGUEL,
    '-1 10:00',
    'en',
    'Runbook: a carrier stops answering. Look, call, switch.',
    '# Look\n\nIs it one carrier or all?\n\n# Call\n\nThe numbers are in the register.\n\n# Switch\n\nBookings wait in the queue for 6 hours.',
  ],
  [
    'runbook/pool',
    'Runbook: a pool of connections is exhausted',
    MIGUEL,
    '-5 10:00',
    'en',
    'Runbook: a pool of connections is exhausted.',
    '# See it\n\n`in_use` equals `size`.\n\n# Mend it\n\n1. Raise the size by half\n2. Find who retries without a bound\n\n> [!CAUTION]\n> More connections than the database allows stop everyone.',
  ],
  [
    'runbook/disk',
    'Runbook: a disk is full',
    YUKI,
    '-6 10:00',
    'en',
    'Runbook: a disk is full.',
    '1. Stop the reader\n2. Move the oldest day\n3. Start the reader',
  ],
  [
    'runbook/restore',
    'Runbook: restore the ledger',
    MIGUEL,
    '-8 10:00',
    'en',
    'Runbook: restore the ledger, rehearsed in February in 41 minutes.',
    'Rehearsed in February, in **41 minutes**.\n\n```sh\nledger restore --to "$TIME" --into ledger-2\n```',
  ],
  [
    'explainer/demurrage',
    'What demurrage is, and how we round it',
    WRITER,
    '-2 09:00',
    'en',
    'What demurrage is, and how we round it.',
    'Demurrage is paid for a container that stays too long.\n\nWe round half to even, so that sums do not drift.',
  ],
  [
    'explainer/incoterms',
    'Incoterms, the short list',
    WRITER,
    '07:10',
    'en',
    'Incoterms: who pays, and who bears the risk, until where.',
    '| term | who pays the sea | risk passes |\n| :-- | :-- | :-- |\n| FOB | buyer | on board |\n| CIF | seller | on board |\n| DAP | seller | at the place |',
  ],
  [
    'explainer/holidays',
    '港の休日カレンダー',
    YUKI,
    '-3 12:00',
    'ja',
    '港の休日カレンダー：東京、神戸、横浜。',
    '東京、神戸、横浜の休日です。\n\n- 三月二十日：春分の日\n- 四月二十九日：昭和の日',
  ],
  [
    'explainer/terms-ar',
    'مسرد المصطلحات البحرية',
    LAYLA,
    '-2 13:00',
    'ar',
    'مسرد المصطلحات البحرية: 140 مصطلحا بالعربية والإنجليزية.',
    '140 مصطلحا بالعربية والإنجليزية.\n\n- **بوليصة الشحن**: bill of lading\n- **غرامة التأخير**: demurrage',
  ],
  [
    'brief/partners',
    'Partners: who imports when',
    PLANNER,
    '07:05',
    'en',
    'Partners: Meridian imports today from 09:40, Norden on Friday.',
    '- Meridian: today from 09:40\n- Norden: Friday\n- Pacific Blue: never on Mondays',
  ],
  [
    'brief/quarter',
    'What the quarter is about',
    MIGUEL,
    '-9 09:00',
    'en',
    'What the quarter is about: Tokyo, offline lists, and the ledger.',
    '1. Tokyo\n2. Offline lists\n3. The ledger',
  ],
  [
    'guide/first-week',
    'Your first week',
    WRITER,
    '-9 10:00',
    'en',
    'Your first week: five days, five people.',
    '- [ ] Monday: machines\n- [ ] Tuesday: a booking, by hand\n- [ ] Wednesday: a release, beside Jo\n- [ ] Thursday: a night on call, by day\n- [ ] Friday: mend one page of these',
  ],
  [
    'guide/on-call',
    'How to be on call',
    MIGUEL,
    '-7 09:00',
    'en',
    'How to be on call: what needs you finds you.',
    'What needs you finds you: the lens **Needs Me**.\n\n> [!TIP]\n> Say “I am on it” first, and then look.',
  ],
  [
    'guide/reviews',
    'How we review',
    YUKI,
    '-7 11:00',
    'en',
    'How we review: within a day, by two, with reasons.',
    'Within a day, by two people, with reasons.',
  ],
  [
    'map/services',
    'Which service owns what',
    PLANNER,
    '-4 14:00',
    'en',
    'Which service owns what: 9 services, 31 tables.',
    '| service | owns |\n| :-- | :-- |\n| api | bookings |\n| billing | invoices |\n| ledger | entries |\n| search | nothing |',
  ],
  [
    'map/data',
    'Where personal data is',
    PLANNER,
    '-4 15:00',
    'en',
    'Where personal data is: 4 of 31 tables.',
    'In 4 of 31 tables: `accounts`, `contacts`, `invoices`, `messages`.',
  ],
  [
    'faq/support',
    'What support is asked most',
    WRITER,
    '11:30',
    'en',
    'What support is asked most: where a container is, 61 of 100 times.',
    '1. Where is my container? 61 of 100\n2. Why was I charged? 22 of 100\n3. How do I cancel? 9 of 100',
  ],
  [
    'post/026',
    'What we learned of incident 2026-026',
    MIGUEL,
    '14:00',
    'en',
    'What we learned of incident 2026-026: the alarm came at 95 %, an hour too late.',
    'The alarm came at 95 %, an hour too late. It now comes when **six hours** are left.',
  ],
];

function pages(t: Times): Happening[] {
  return PAGES.map(([id, label, producer, at, lang, text, pubmark]) => ({
    at,
    post: draft(
      producer,
      { kind: 'page', id, label },
      { text, pubmark, lang },
      {
        category: 'knowledge',
        layout: 'document',
        ...(id === 'runbook/restore'
          ? { audit: audit('passed', 'rehearsal of February', 'passed Restored in less than an hour') }
          : {}),
        ...(id === 'post/026'
          ? { attention: ask(['engineer'], 'Please read it before the meeting', t(at), t('15:30')) }
          : {}),
      },
      {
        kind: 'document',
        occurred_at: t(at),
        ...(id === 'post/026'
          ? {
              actions: [
                {
                  id: 'read',
                  label: 'I have read it',
                  capability: 'chirp.knowledge.read',
                  active_until: t('15:30'),
                },
              ],
            }
          : {}),
      },
    ),
  }));
}

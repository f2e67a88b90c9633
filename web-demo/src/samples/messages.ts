// Owns the samples about text: what a message says, and how it is shown.
import { lines, type Sample, written } from './sample.js';

/** The sample that the page opens with: the smallest message that is worth sending. */
const REVIEW: Sample = {
  id: 'review',
  name: 'Review requested',
  about: 'The smallest useful message: who speaks, what it is about, and the plain text everybody can read.',
  text: `{
  "protocol": {
    "protocol": "org.renkara.chirp.message/0.1",
    "kind": "event",
    "source": {
      "kind": "integration",
      "id": "org.renkara.lectern",
      "display_name": "Lectern"
    },
    "presentation": {
      "fallback": "Review requested for Architecture Notes"
    },
    "subject": {
      "kind": "document",
      "id": "doc-42",
      "label": "Architecture Notes"
    },
    "delivery": { "dedupe_key": "review:doc-42:revision-7" }
  }
}
`,
};

const TOUR: Sample = {
  id: 'tour',
  name: 'PubMark tour',
  about:
    'Headings, callouts, a table, tasks, code and links, from text that a person can write. The image stays unloaded: nobody learns who read this.',
  text: written({
    kind: 'document',
    source: { kind: 'person', id: 'mira', display_name: 'Mira Okafor' },
    subject: { kind: 'guide', id: 'handbook/pubmark', label: 'Writing PubMark' },
    presentation: {
      fallback: lines(
        'Writing PubMark: CommonMark with tables, tasks and callouts. It compiles to data, never to HTML.',
        '',
        'Tones: note, tip, important, warning, caution.',
        'Done: write the source. Open: have it reviewed.',
        'The specification is at commonmark.org, an image at images.example.com.',
      ),
      lang: 'en',
      pubmark: lines(
        '# Writing PubMark',
        '',
        'It is **CommonMark**, with _tables_, tasks and callouts, and it compiles to data, ~~HTML~~ never to markup.',
        'Read the [specification](https://commonmark.org/).',
        '',
        '> [!TIP]',
        '> Say the important thing first. A reader on a phone may see nothing else.',
        '',
        '## What a table is good for',
        '',
        '| Tone | Use it for | Colour alone? |',
        '| :-- | :-- | :-: |',
        '| note | a remark beside the text | no |',
        '| important | what must not be missed | no |',
        '| caution | what cannot be undone | no |',
        '',
        '## Tasks',
        '',
        '- [x] Write the source',
        '- [ ] Have it reviewed by somebody who was not in the room',
        '',
        '## Code',
        '',
        '```sh',
        'npx chirp pubmark compile < handbook.md',
        '```',
        '',
        '> [!WARNING]',
        '> <b>Raw HTML</b> is text, and is shown as text.',
        '',
        '![The handbook, printed](https://images.example.com/handbook.png)',
      ),
    },
  }),
};

const RIGHT_TO_LEFT: Sample = {
  id: 'right-to-left',
  name: 'Right to left',
  about: 'Arabic text with a Latin name and numbers in it. Each run keeps its own direction.',
  text: written({
    kind: 'report',
    source: { kind: 'integration', id: 'org.example.maktaba', display_name: 'مكتبة Lectern' },
    subject: { kind: 'document', id: 'doc-77', label: 'دليل النشر' },
    presentation: {
      fallback: lines(
        'تمت مراجعة دليل النشر (الإصدار 7).',
        'الفحوص: 12 من 12. انظر docs.example.com/deploy.',
      ),
      lang: 'ar',
      pubmark: lines(
        '# دليل النشر',
        '',
        'تمت **مراجعة** الدليل، الإصدار 7. انظر [صفحة النشر](https://docs.example.com/deploy).',
        '',
        '> [!NOTE]',
        '> شغّل الأمر `npm run deploy` قبل النشر.',
        '',
        '| الفحص | النتيجة |',
        '| :-- | --: |',
        '| الروابط | 12 من 12 |',
      ),
    },
    lifecycle: { state: 'succeeded', counts: { done: 12, total: 12 } },
  }),
};

/** A fallback may hold directional controls, since old text does; they are shown for what they are. */
const DIRECTION: Sample = {
  id: 'direction',
  name: 'Hidden direction',
  about:
    'The text holds U+202E, which turns around what follows: an old client shows “invoice-exe.pdf” for a program. The card writes the character out.',
  text: written({
    kind: 'event',
    source: { kind: 'integration', id: 'org.example.uploads', display_name: 'Uploads' },
    subject: { kind: 'file', id: 'file-901', label: 'invoice' },
    presentation: { fallback: 'New file: invoice-\u202Efdp.exe' },
  }).replace('\u202E', '\\u202E'),
};

/** Messages whose content is the point. */
export const MESSAGES: readonly Sample[] = [REVIEW, TOUR, RIGHT_TO_LEFT, DIRECTION];

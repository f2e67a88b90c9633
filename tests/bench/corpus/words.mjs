// Owns the small vocabulary of the corpus: words, names, links, instants and numbers. Most text is plain
// English; a share of it is not ASCII, or needs escaping in JSON, because real messages do too.

const PLAIN = (
  'the a this that our new old first next last build test deploy release branch commit merge review ' +
  'change service worker queue cache index table column request response timeout retry limit quota ' +
  'region cluster node disk memory thread token session account customer invoice order payment refund ' +
  'report metric alert signal owner team plan risk scope status result failure success warning notice ' +
  'outage rollback hotfix patch passed failed finished started waiting blocked stopped resumed ' +
  'approved rejected opened closed moved kept is was are were has had will may must should can and or ' +
  'but if when while after before until with without from into'
).split(' ');

const FOREIGN = [
  'café',
  'naïve',
  'Größe',
  'façade',
  'años',
  'déjà',
  'übermäßig',
  'łódź',
  'проверка',
  'сборка',
  'выпуск',
  '確認済み',
  '設計',
  '公開',
  '빌드',
  '완료',
  'בדיקה',
  'مراجعة',
  'δοκιμή',
  '→',
  '—',
  '“ok”',
  '…',
  '≥',
  '±',
  '🚀',
  '✅',
  '👩🏽‍🔬',
  '🇫🇮',
  '𝛽',
  'o\u0308ffnen',
  'eﬃcient',
];

// Only for the fallback, where TAB and LF are allowed and the two separators are no controls.
const ESCAPED = [
  'see C:\\logs\\today',
  'reason "none"',
  'first line\nsecond line',
  'column\tcolumn',
  'either/or',
  '<p> & </p>',
  'split\u2028line\u2029end',
];

const PEOPLE = [
  'Mira Koskinen',
  'Jürgen Weiß',
  '田中 葵',
  'Олена Шевченко',
  'Ada Eze',
  'Renée Dubois',
  'Iñaki Ruiz',
  'Tove Ahl',
];
const HOSTS = [
  'ci.example.com',
  'docs.example.org',
  'git.example.net',
  'status.example.com:8443',
  'xn--bcher-kva.example',
];
const PATHS = ['runs', 'docs/notes', 'log', 'a%C3%A9', 'x/~team'];
const QUERIES = ['?rev=3&tab=diff', '?q=a+b', '#result', '?from=1#L20'];

/** `count` words separated by single spaces; about `foreign` of them are not ASCII. */
export function phrase(random, count, foreign = 0.08) {
  const words = [];
  for (let i = 0; i < count; i++) words.push(random.oneOf(random.chance(foreign) ? FOREIGN : PLAIN));
  return words.join(' ');
}

/** A phrase that reads like a sentence; `escaped` is the chance of a part that JSON has to escape. */
export function sentence(random, count, escaped = 0) {
  const words = phrase(random, count);
  const tail = random.chance(escaped) ? ` (${random.oneOf(ESCAPED)})` : '';
  return `${words.charAt(0).toUpperCase() + words.slice(1) + tail}.`;
}

/** The display name of a person. */
export const person = (random) => random.oneOf(PEOPLE);

/** A link in the profile's strict form: `https`, lower-case host, absolute path, upper-case escapes. */
export function webLink(random) {
  const tail = random.chance(0.3) ? random.oneOf(QUERIES) : '';
  return `https://${random.oneOf(HOSTS)}/${random.oneOf(PATHS)}/${random.hex(8)}${tail}`;
}

/** A `mailto:` link with at most a subject. */
export function mailLink(random) {
  const address = `${random.oneOf(['ops', 'review', 'help'])}@example.com`;
  return `mailto:${address}${random.chance(0.4) ? `?subject=Run%20${random.hex(4)}` : ''}`;
}

/** `sha256:` and 64 digits, of nothing in particular. */
export const anyDigest = (random) => `sha256:${random.hex(64)}`;

const YEAR_START_MS = Date.UTC(2026, 0, 1);

/** A whole second of 2026, in milliseconds since 1970. */
export const momentMs = (random) => YEAR_START_MS + random.between(0, 300 * 86_400) * 1000;

/** A moment as a timestamp: usually `Z`, sometimes with a fraction, sometimes with an offset. */
export function timestamp(random, ms) {
  const fraction = random.chance(0.2) ? `.${random.between(1, 999_999)}` : '';
  const offsetHours = random.chance(0.2) ? random.oneOf([-8, -3, 1, 2, 9]) : 0;
  const local = new Date(ms + offsetHours * 3_600_000).toISOString().slice(0, 19);
  if (offsetHours === 0) return `${local}${fraction}Z`;
  const hours = String(Math.abs(offsetHours)).padStart(2, '0');
  return `${local}${fraction}${offsetHours < 0 ? '-' : '+'}${hours}:00`;
}

const AWKWARD = [1e21, 5e-7, 1e-7, 123_456_789_012, Number.MAX_SAFE_INTEGER, 1.5e300, -0.5, 4.35, 0.1, 0];

/** A number as programs send them: small integers, prices, full 17-digit doubles, and exponents. */
export function numeric(random) {
  const kind = random.unit();
  if (kind < 0.45) return random.between(0, 9999);
  if (kind < 0.65) return random.between(0, 9_999_999) / 100;
  if (kind < 0.8) return random.unit();
  if (kind < 0.9) return random.oneOf(AWKWARD);
  return random.unit() * (random.chance(0.5) ? 1e9 : -1e-5);
}

/**
 * A small text that is written twice from one value, as PubMark and as plain text, so that the two cannot
 * disagree: each word, number and link of the one stands in the other.
 */

/** A piece of a line. Foreign text in it is already one clean line (`oneLine`). */
export type Span = string | { readonly code: string } | { readonly strong: string };

/** A link and the words it shows; `url` as the WHATWG URL parser writes it. */
export interface Link {
  readonly words: string;
  readonly url: URL;
}

/** A headline, a list of facts, and at most one link. No line is empty. */
export interface Prose {
  readonly headline: readonly Span[];
  readonly facts: readonly (readonly Span[])[];
  readonly link?: Link;
}

/** PubMark in which foreign text is only ever text: it makes no markup, no HTML, no entity and no link. */
export function toPubMark({ headline, facts, link }: Prose): string {
  const blocks = [
    headline.map(marked).join(''),
    facts.map((fact) => `- ${fact.map(marked).join('')}`).join('\n'),
    link === undefined ? '' : `[${escaped(link.words)}](<${destination(link.url)}>)`,
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** The same text without markup; the link is written out. */
export function toPlainText({ headline, facts, link }: Prose): string {
  const lines = [
    headline.map(plain).join(''),
    ...facts.map((fact) => `- ${fact.map(plain).join('')}`),
    ...(link === undefined ? [] : [`${link.words}: ${link.url.href}`]),
  ];
  return lines.join('\n');
}

function plain(span: Span): string {
  if (typeof span === 'string') return span;
  return 'code' in span ? span.code : span.strong;
}

function marked(span: Span): string {
  if (typeof span === 'string') return escaped(span);
  return 'code' in span ? fenced(span.code) : `**${escaped(span.strong)}**`;
}

/**
 * Any ASCII punctuation may follow a backslash (CommonMark 2.4). A full stop or hyphen after a letter starts
 * no list, rule or underline, and stays as it is, so that the source of ordinary prose stays readable.
 */
const MARKUP = /[\\`*_{}[\]<>()#+!|~&=$^]|(?<![A-Za-z])[.-]/g;

function escaped(text: string): string {
  return text.replace(MARKUP, '\\$&');
}

/** A code span knows no escapes: its fence is longer than every run of backticks in it (CommonMark 6.1). */
function fenced(code: string): string {
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padding = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return `${fence}${padding}${code}${padding}${fence}`;
}

/**
 * Between angle brackets only these two still mean something; the URL parser has encoded `<`, `>` and white
 * space.
 */
function destination(url: URL): string {
  return url.href.replaceAll('\\', '%5C').replaceAll('&', '&amp;');
}

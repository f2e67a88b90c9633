// Owns what is said aloud of changes: politely, together with what happens in the same moment, and never more than a few
// sentences.
import type { News } from '../model/news.js';

/** How long it waits for more of the same moment (ms). */
const MOMENT_MS = 1_000;

/** Sentences that are said whole; of more, their number is said. */
const SAID_WHOLE = 3;

/** Says news in the live region `region`. */
export class Announcer {
  #count: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #chosen: string | undefined;
  #waiting: News[] = [];

  constructor(private readonly region: HTMLElement) {}

  /** Says these soon; what is news of `chosen`, the series that is shown, is said in any case. */
  tell(news: readonly News[], chosen: string | undefined): void {
    if (news.length === 0) return;
    this.#waiting.push(...news);
    this.#chosen = chosen;
    this.#timer ??= setTimeout(() => this.#say(), MOMENT_MS);
  }

  /** Says how many there are, when the reader has stopped changing what is counted. */
  count(sentence: string): void {
    this.#count = sentence;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#say(), MOMENT_MS);
  }

  /** Says at once who looks; what waits and is the news of somebody else is not said any more. */
  welcome(sentence: string): void {
    this.#waiting = this.#waiting.filter(({ viewer }) => viewer === undefined);
    this.region.textContent = sentence;
  }

  #say(): void {
    const news = this.#waiting;
    const counted = this.#count === undefined ? [] : [this.#count];
    this.#count = undefined;
    this.#waiting = [];
    this.#timer = undefined;
    const said = news.length > SAID_WHOLE ? [summary(news, this.#chosen)] : news.map(sentence);
    const all = [...counted, ...said];
    if (all.length > 0) this.region.textContent = all.join(' ');
  }
}

function sentence({ said, subject }: News): string {
  return `${subject} ${said}.`;
}

/** How many changes there were; what was refused, needs the reader or is the latest of what is shown is said whole. */
function summary(news: readonly News[], chosen: string | undefined): string {
  const shown = news
    .filter(({ kind, series }) => series === chosen && (kind === 'arrived' || kind === 'gap'))
    .slice(-1);
  const urgent = news.filter(
    (one) => !shown.includes(one) && (one.kind === 'refused' || one.kind === 'needed'),
  );
  return [`${news.length} changes.`, ...[...shown, ...urgent.slice(0, SAID_WHOLE)].map(sentence)].join(' ');
}

// Owns what is said aloud of changes: politely, together with what happens in the same moment, and never more than a few
// sentences.
import type { News } from '../model/news.js';

/** How long it waits for more of the same moment (ms). */
const MOMENT_MS = 1_000;

/** Sentences that are said whole; of more, their number is said. */
const SAID_WHOLE = 3;

/** Says news in the live region `region`. */
export class Announcer {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: News[] = [];

  constructor(private readonly region: HTMLElement) {}

  /** Says these soon. */
  tell(news: readonly News[]): void {
    if (news.length === 0) return;
    this.#waiting.push(...news);
    this.#timer ??= setTimeout(() => this.#say(), MOMENT_MS);
  }

  /** Says a sentence at once. */
  say(sentence: string): void {
    this.region.textContent = sentence;
  }

  #say(): void {
    const news = this.#waiting;
    this.#waiting = [];
    this.#timer = undefined;
    this.region.textContent = news.length > SAID_WHOLE ? summary(news) : news.map(sentence).join(' ');
  }
}

function sentence({ said, subject }: News): string {
  return `${subject} ${said}.`;
}

/** How many changes there were; what was refused or needs the reader is said whole. */
function summary(news: readonly News[]): string {
  const urgent = news.filter(({ kind }) => kind === 'refused' || kind === 'needed');
  return [`${news.length} changes.`, ...urgent.slice(0, SAID_WHOLE).map(sentence)].join(' ');
}

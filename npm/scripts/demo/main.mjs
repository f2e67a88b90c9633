// Owns: the demo as a program: `node npm/scripts/demo/main.mjs` with CHIRP_URL and CHIRP_TOKEN in the environment. It tells
// its stories to the hub until it is ended, and answers to what people do.

import { Producer } from './hub.mjs';
import { build, incident, notes, question, release } from './stories.mjs';
import { draft, now, SOURCES } from './words.mjs';

const { CHIRP_TOKEN: token = '', CHIRP_URL: url = '' } = process.env;

/** The lenses in which the demo may have left something open. */
const LENSES = ['runs', 'decisions', 'incidents'];
const OVER = ['succeeded', 'failed', 'cancelled'];

/** The stories: after how long each begins, and how long it rests before it is told again, in milliseconds. */
const STORIES = [
  [release, 1_000, 90_000],
  [build, 3_000, 12_000],
  [build, 20_000, 25_000, 2],
  [question, 8_000, 150_000],
  [incident, 26_000, 240_000],
  [notes, 14_000, 120_000],
];

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort());
// Without the program that started it, nobody wants it.
process.once('disconnect', () => ending.abort());

const hub = new Producer(url, token, ending.signal);
try {
  await close(hub);
  await Promise.all(STORIES.map(([story, first, pause, from = 0]) => tell(story, first, pause, from)));
} catch (error) {
  if (!ending.signal.aborted) {
    console.error(`the demo has ended: ${error.message}`);
    process.exitCode = 1;
  }
}
process.disconnect?.();

async function tell(story, first, pause, from) {
  await hub.rest(first);
  for (let round = from; ; round += 1) {
    await story(hub, round);
    await hub.rest(pause);
  }
}

/** What was begun when the demo was ended last is over. */
async function close(hub) {
  for (const lens of LENSES) {
    for (const { message } of await hub.heads(lens)) {
      const { instrument, lifecycle, source, subject } = message.protocol;
      if (!SOURCES.includes(`${source.kind}/${source.id}`) || OVER.includes(lifecycle?.state)) continue;
      const text = `${subject.label ?? subject.id}: the demo was ended before this was.`;
      const { category, layout } = instrument;
      const lifecycleOver = { state: 'cancelled', ended_at: now() };
      await hub.revise(
        message.channel,
        draft(source, subject, { text }, { category, layout }, { lifecycle: lifecycleOver }),
      );
    }
  }
}

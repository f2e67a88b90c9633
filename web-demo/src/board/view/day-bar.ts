// Owns the bar that plays the sample day: its clock, play and pause, the next event, the speed, and the time to go to.

import { clockTime, dayOf } from '../../view/age.js';
import { byId, icon } from '../../view/dom.js';
import type { SampleHub } from '../sample/hub.js';
import type { Timed } from '../sample/script.js';

/** How often the clock on the screen is brought up to date while the day plays (ms). */
const FRAME_MS = 250;

/** Wires the bar. `ticked` is called when the clock shows another time. Pause and step are given back, for keys. */
export function makeDayBar(
  hub: SampleHub,
  script: readonly Timed[],
  ticked: () => void,
): { readonly toggle: () => void; readonly step: () => void } {
  const { clock } = hub;
  const shown = byId('clock', HTMLTimeElement);
  const play = byId('play', HTMLButtonElement);
  const step = byId('step', HTMLButtonElement);
  const speed = byId('speed', HTMLSelectElement);
  const time = byId('time', HTMLInputElement);
  time.max = `${(clock.until - clock.from) / 1000}`;
  byId('date', HTMLElement).textContent = dayOf(hub.now());
  let frame: ReturnType<typeof setInterval> | undefined;

  const show = (): void => {
    const now = clock.now();
    const words = clockTime(hub.now());
    if (shown.textContent !== words) shown.textContent = words;
    shown.dateTime = hub.now();
    time.value = `${(now - clock.from) / 1000}`;
    time.setAttribute('aria-valuetext', words);
    ticked();
  };
  const showState = (): void => {
    const words = clock.isPlaying ? 'Pause' : clock.now() >= clock.until ? 'Again' : 'Play';
    if (play.textContent?.trim() !== words) {
      const word = document.createElement('span');
      word.textContent = words;
      play.replaceChildren(icon(clock.isPlaying ? 'pause' : 'play'), word);
    }
    step.disabled = next() === undefined;
    if (clock.isPlaying) frame ??= setInterval(show, FRAME_MS);
    else {
      clearInterval(frame);
      frame = undefined;
    }
    show();
  };
  const next = (): number | undefined => script.find(({ instant }) => instant > clock.now())?.instant;
  const toggle = (): void => {
    if (clock.isPlaying) clock.pause();
    else {
      if (clock.now() >= clock.until) hub.rewind();
      clock.play();
    }
  };
  const goToNext = (): void => {
    const instant = next();
    if (instant !== undefined) clock.advance(instant);
  };

  play.addEventListener('click', toggle);
  step.addEventListener('click', goToNext);
  speed.addEventListener('change', () => {
    clock.speed = Number(speed.value);
  });
  time.addEventListener('input', () => {
    const to = clock.from + Number(time.value) * 1000;
    if (to < clock.now()) hub.rewind();
    clock.advance(to);
  });
  clock.subscribe(showState);
  showState();
  return { toggle, step: goToNext };
}

// Owns the way to the sample day. What compiles its PubMark is loaded with it, and not where a hub does that.
import { project } from '@chirp-protocol/protocol/compile';
import { DayClock } from './clock.js';
import { SampleHub } from './hub.js';
import { bounds, script, type Timed } from './script.js';

/** A hub that stands at the beginning of the day, and its script. */
export function openSample(): { readonly hub: SampleHub; readonly script: readonly Timed[] } {
  const { from, until } = bounds();
  const all = script();
  return { hub: new SampleHub(new DayClock(from, until), all, project), script: all };
}

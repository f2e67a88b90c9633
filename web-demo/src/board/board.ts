// Owns how the board begins: on the hub that serves the page, or on the sample day where there is none or the address asks for
// that.
import { ready } from '@chirp-protocol/protocol/instruments';
import { findHub } from '../hub/api.js';
import { loading, signedOut, unanswered } from '../view/absent.js';
import { byId } from '../view/dom.js';
import { nothing } from '../view/empty.js';
import { makeThemeSwitch } from '../view/theme.js';

const list = byId('list', HTMLElement);
makeThemeSwitch(byId('theme', HTMLFieldSetElement));
try {
  await ready();
  await begin();
} catch {
  list.replaceChildren(
    nothing(
      'refused',
      'The board cannot run here',
      'This browser, or a policy of this page, refuses WebAssembly, with which every message is verified.',
    ),
  );
}

async function begin(): Promise<void> {
  const isDay = new URLSearchParams(location.search).has('day');
  const found = isDay ? undefined : await findHub().catch(() => 'away' as const);
  // Each loads what it needs: the sample day brings the compiler that a hub has.
  if (found === undefined) return (await import('./day.js')).startDay();
  if (found === 'signed_out') return list.replaceChildren(signedOut(true));
  if (found === 'away') return list.replaceChildren(unanswered());
  list.replaceChildren(loading());
  const { startLive } = await import('./live.js');
  await startLive(found).catch(() => list.replaceChildren(unanswered()));
}

// Owns the page: who is told when the text, the sample, the tampering or the tab changes.
import type { Problem } from '@chirp-protocol/protocol/compile';
import { ChirpMessage } from '@chirp-protocol/renderer/element';
import { type Editor, makeEditor } from './editor/editor.js';
import { type Arrival, assess, type Playground, resealed, tampered } from './model/playground.js';
import { JsonText } from './model/pointer.js';
import { spanOf } from './model/span.js';
import type { Sample } from './samples/sample.js';
import { SAMPLES } from './samples/samples.js';
import { showDigests } from './view/digest.js';
import { byId } from './view/dom.js';
import { HistoryView } from './view/history.js';
import { showOldClient } from './view/old-client.js';
import { makeOpener } from './view/opener.js';
import { makePicker } from './view/picker.js';
import { announcement, type Finding, showProblems } from './view/problems.js';
import { type SealBar, showSealBar, tamperNews } from './view/seal-bar.js';
import { makeSend } from './view/send.js';
import { makeTabs } from './view/tabs.js';
import { makeThemeSwitch } from './view/theme.js';
import { TreeView } from './view/tree.js';

/** How long the keyboard must rest before the text is checked. */
const DEBOUNCE_MS = 150;

/** What the editor shows of a file: what is not UTF-8 as U+FFFD, and a byte order mark too. */
const READ = new TextDecoder('utf-8', { ignoreBOM: true });

const [firstSample] = SAMPLES;
if (firstSample === undefined) throw new TypeError('there are no samples');
startPage(firstSample);

function startPage(sample: Sample): void {
  const rich = byId('rich-message', ChirpMessage);
  makeThemeSwitch(byId('theme', HTMLFieldSetElement), rich);

  const news = byId('news', HTMLElement);
  const problems = { title: byId('problems-title', HTMLElement), list: byId('problems', HTMLElement) };
  const bar = sealBar();
  let state = assess(sample.text);
  let round = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  /** The file that was opened last, with its text as the editor has it. */
  let file: { readonly bytes: Uint8Array; readonly text: string } | undefined;

  const editor: Editor = makeEditor(byId('editor', HTMLElement), sample.text, 'The envelope, as JSON', () => {
    clearTimeout(waiting);
    waiting = setTimeout(catchUp, DEBOUNCE_MS);
    picker.edited(editor.text());
  });
  const picker = makePicker(
    {
      select: byId('sample', HTMLSelectElement),
      about: byId('sample-about', HTMLElement),
      reset: byId('reset', HTMLButtonElement),
    },
    (text) => {
      editor.replace(text);
      clearTimeout(waiting);
      waiting = undefined;
      enter(assess(text, undefined, bytesOf(text)));
    },
  );
  makeOpener(
    byId('open', HTMLInputElement),
    ({ bytes, name }) => {
      editor.replace(READ.decode(bytes));
      file = { bytes, text: editor.text() };
      picker.opened(name, file.text);
      catchUp();
    },
    (sentence) => {
      byId('sample-about', HTMLElement).textContent = sentence;
      news.textContent = sentence;
    },
  );
  /** What a hub found in the text that was sent to it last. */
  let found: { readonly text: string; readonly problems: readonly Problem[] } = { text: '', problems: [] };
  void makeSend({
    text: editor.text,
    bytes: () => bytesOf(editor.text()),
    replace: editor.replace,
    refused(text, problems) {
      found = { text, problems };
      show();
    },
  });
  const historyView = new HistoryView(byId('history', HTMLElement), 3);
  const views = makeViews(rich);
  const tabs = makeTabs(byId('tabs', HTMLElement), (panel) => views.show(panel, state.arrival));
  bar.tamper.addEventListener('click', () => turn(state.arrival.tampering === undefined));
  bar.another.addEventListener('click', () => turn(true));
  show();

  /** Shows the state for the editor's text. */
  function catchUp(): void {
    clearTimeout(waiting);
    waiting = undefined;
    const text = editor.text();
    enter(assess(text, state, bytesOf(text)));
  }

  /** What is judged: the file as it lies on the disk, for as long as its text is not edited. */
  function bytesOf(text: string): Uint8Array | undefined {
    return text === file?.text ? file.bytes : undefined;
  }

  /** Shows another state, and says what it means for the text. */
  function enter(next: Playground): void {
    const before = announcement(state);
    state = next;
    show();
    const after = announcement(state);
    if (after !== before) news.textContent = after;
  }

  /** Tampers with the message in the next place, or seals it again. */
  function turn(tampering: boolean): void {
    if (waiting !== undefined) catchUp();
    state = tampering ? tampered(state, round++) : resealed(state);
    show();
    news.textContent = tamperNews(state);
  }

  function show(): void {
    const told = withFound(state, found.text === state.source ? found.problems : []);
    const findings = findingsOf(told);
    editor.mark(findings);
    showProblems(problems, told, findings, editor.go);
    showSealBar(bar, state);
    document.documentElement.toggleAttribute('data-stale', state.stale);
    const { history } = state;
    byId('history', HTMLElement).hidden = history === undefined;
    byId('message-views', HTMLElement).hidden = history !== undefined;
    if (history === undefined) views.show(tabs.current(), state.arrival);
    else historyView.show(history);
  }
}

/** The state with what only a hub finds, beside what is found here as well. */
function withFound(state: Playground, problems: readonly Problem[]): Playground {
  const { report } = state;
  const more = problems.filter(
    (one) => !report.problems.some(({ at, code }) => at === one.at && code === one.code),
  );
  return more.length === 0
    ? state
    : { ...state, report: { ...report, problems: [...report.problems, ...more] } };
}

function findingsOf({ report, source }: Playground): Finding[] {
  const json = new JsonText(source);
  return [
    ...report.problems.map((problem) => ({ problem, span: spanOf(problem, json), kind: 'problem' as const })),
    ...report.advice.map((problem) => ({ problem, span: spanOf(problem, json), kind: 'advice' as const })),
  ];
}

/** The four views. A view is brought up to date when it is in front, and only when its message is another. */
function makeViews(rich: ChirpMessage): { readonly show: (panel: string, arrival: Arrival) => void } {
  const caption = byId('rich-caption', HTMLElement);
  const oldClient = byId('old-client', HTMLElement);
  const tree = new TreeView(byId('tree', HTMLElement));
  const digest = byId('digest', HTMLElement);
  const views: Readonly<Record<string, (arrival: Arrival) => void>> = {
    'old-client': (arrival) => showOldClient(oldClient, arrival),
    rich: (arrival) => {
      rich.message = arrival.bytes;
      caption.textContent = captionOf(arrival);
    },
    tree: (arrival) => tree.show(arrival),
    digest: (arrival) => showDigests(digest, arrival),
  };
  const shown = new Map<string, Arrival>();
  return {
    show(panel, arrival) {
      if (shown.get(panel) === arrival) return;
      shown.set(panel, arrival);
      views[panel]?.(arrival);
    },
  };
}

/** What the rich view teaches about a message. */
function captionOf({ sealed, tampering }: Arrival): string {
  if (tampering !== undefined)
    return 'Nothing of the card is left: what cannot be verified is only text, and says why.';
  if (sealed === undefined)
    return 'Whatever arrives, its text is shown. Nothing richer is, until every check has passed.';
  return 'Drawn after the digest was checked. Until then, and when anything is wrong, plain text stands here.';
}

function sealBar(): SealBar {
  return {
    bar: byId('seal', HTMLElement),
    icon: byId('seal-icon', HTMLElement),
    title: byId('seal-title', HTMLElement),
    detail: byId('seal-detail', HTMLElement),
    tamper: byId('tamper', HTMLButtonElement),
    another: byId('another', HTMLButtonElement),
  };
}

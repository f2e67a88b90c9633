// Owns the page: who is told when the text, the sample, the tampering or the tab changes.
import '@chirp-protocol/renderer/element';
import type { ChirpMessage } from '@chirp-protocol/renderer/element';
import { CoreError } from '@chirp-protocol/protocol/compile';
import { makeEditor } from './editor/editor.js';
import { assess, type Playground, resealed, tampered } from './model/playground.js';
import { JsonText } from './model/pointer.js';
import { spanOf } from './model/span.js';
import { SAMPLES } from './samples/samples.js';
import { byId } from './view/dom.js';
import { showDigests } from './view/digest.js';
import { announcer } from './view/news.js';
import { showOldClient } from './view/old-client.js';
import { makePicker } from './view/picker.js';
import { announcement, type Finding, showProblems } from './view/problems.js';
import { showSealBar, tamperNews } from './view/seal-bar.js';
import { makeTabs } from './view/tabs.js';
import { makeThemeSwitch } from './view/theme.js';
import { TreeView } from './view/tree.js';

/** How long the keyboard must rest before the text is checked. */
const DEBOUNCE_MS = 150;

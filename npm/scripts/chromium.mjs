// Owns: which browser the end-to-end tests drive, and how it gets there.

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ask, must, Stop, say } from './run.mjs';

const COMMANDS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'chrome.exe',
];

/** Where browsers install themselves on systems that keep them out of PATH. */
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const CURES = {
  darwin: 'brew install --cask chromium',
  linux: 'sudo apt-get install chromium',
  win32: 'winget install Google.Chrome',
};

/**
 * The path of a Chromium: what the variable CHROMIUM names, else the first one found. Where there is none and
 * apt-get can be used without asking for a password, installs it; elsewhere throws a Stop with the command
 * that does.
 */
export async function chromium() {
  const named = process.env.CHROMIUM;
  if (named !== undefined && !existsSync(named))
    throw new Stop(`CHROMIUM names ${named}, which is not there`);
  const found = named ?? find();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && ask('apt-get', ['--version']) !== undefined) {
    say('installing chromium');
    await must('apt-get', ['update', '--quiet']);
    await must('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', 'chromium']);
    const installed = find();
    if (installed !== undefined) return installed;
  }
  throw new Stop(
    'The browser tests need Chromium or Chrome. Install it, for example with\n\n' +
      `    ${CURES[process.platform] ?? CURES.linux}\n\nor say where it is in the variable CHROMIUM.`,
  );
}

function find() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [
    ...COMMANDS.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...ELSEWHERE,
  ];
  return candidates.find(existsSync);
}

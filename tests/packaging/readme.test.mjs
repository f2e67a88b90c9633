// Owns: that what the READMEs show runs as it is written. Every fenced block of `js` runs as a module, every block of `sh`
// in bash, each in a folder of its own that finds the built packages as a project would. Blocks of `javascript` and `bash` run
// in order in a folder beside a hub, as `npm start` leaves it to a shell. What is not meant to run is fenced as something else.
// Where a block says `// → value` or `# → value`, it prints those lines and no others; `…` stands for any text.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const MODULES = join(ROOT, 'node_modules');

/** These describe what needs a page; their package runs it in a browser. */
const IN_A_PAGE = ['npm/renderer/README.md'];

const RUNNERS = {
  js(block, folder, env) {
    writeFileSync(join(folder, 'block.mjs'), block.code);
    return run(folder, process.execPath, ['block.mjs'], env);
  },
  sh: (block, folder, env) => run(folder, 'bash', ['-e', '-o', 'pipefail', '-c', block.code], env),
};

/** What runs blocks that talk to a hub, by their marks. */
const BESIDE_A_HUB = { javascript: RUNNERS.js, bash: RUNNERS.sh };

const readmes = [
  'README.md',
  ...readdirSync(join(ROOT, 'npm')).map((name) => `npm/${name}/README.md`),
].filter((path) => existsSync(join(ROOT, path)) && !IN_A_PAGE.includes(path));

for (const readme of readmes) {
  for (const block of blocks(readFileSync(join(ROOT, readme), 'utf8'))) {
    test(`${readme}:${block.line} runs as ${block.language}`, async (context) => {
      mustPrint(block, await RUNNERS[block.language](block, project(context)));
    });
  }
}

test('what README.md sends arrives at the hub', async (context) => {
  const folder = project(context);
  const { openHub, makeToken } = await import('@chirp-protocol/hub');
  mkdirSync(join(folder, '.chirp'));
  const database = join(folder, '.chirp/hub.db');
  const hub = await openHub({ database });
  context.after(() => hub.close());
  const url = await hub.listen({ port: 0 });
  const token = await makeToken(database, { roles: ['owner'], channels: ['*'], sources: ['agent/*'] });
  const env = { CHIRP_HUB_URL: url, CHIRP_TOKEN: token, HOME: folder };
  for (const block of blocks(readFileSync(join(ROOT, 'README.md'), 'utf8'), BESIDE_A_HUB)) {
    const { code, stdout, stderr } = await BESIDE_A_HUB[block.language](block, folder, env);
    assert.doesNotMatch(stdout, /"status":[45]|isError/);
    mustPrint(block, { code, stdout, stderr });
  }
  // A hook that has little time on a busy machine leaves the sending for later.
  assert.equal((await run(folder, 'chirp', ['hook', 'flush'], env)).code, 0);
  const headers = { authorization: `Bearer ${token}` };
  const { messages } = await (await fetch(`${url}/api/v1/channels/general/messages`, { headers })).json();
  assert.deepEqual(messages.map(({ body }) => body.split('\n')[0]).sort(), [
    'Build 42 runs',
    'CI: failed',
    'Claude Code in app: asks for a permission: Bash',
    'hello from MCP',
    'hello from Node',
    'hello from curl',
  ]);
});

test('the READMEs open with lines that run', () => {
  for (const readme of ['README.md', 'npm/protocol/README.md']) {
    const [first] = blocks(readFileSync(join(ROOT, readme), 'utf8'));
    assert.equal(first?.language, 'js', readme);
    assert.ok(first.line < 20, `${readme} has its first example on line ${first.line}`);
  }
});

test('the README of the protocol names everything that the package exports', async () => {
  const readme = readFileSync(join(ROOT, 'npm/protocol/README.md'), 'utf8');
  for (const entry of ['', '/compile', '/instruments', '/hub', '/slim', '/plain']) {
    const exported = Object.keys(await import(`@chirp-protocol/protocol${entry}`));
    const unnamed = exported.filter((name) => !new RegExp(`\\b${name}\\b`).test(readme));
    assert.deepEqual(unnamed, [], `exports of @chirp-protocol/protocol${entry}`);
  }
});

test('links between the documents lead to files', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...readmes, ...IN_A_PAGE];
  for (const document of new Set(documents)) {
    const text = readFileSync(join(ROOT, document), 'utf8');
    for (const [, target] of text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      assert.ok(existsSync(join(ROOT, document, '..', target)), `${document} links to ${target}`);
    }
  }
});

/** A block must end well, and print what it says that it prints. */
function mustPrint(block, { code, stdout, stderr }) {
  assert.equal(code, 0, `exit code ${code}\n${stdout}${stderr}`);
  const expected = expectations(block.code);
  if (expected.length === 0) return;
  const printed = stdout.trimEnd().split('\n');
  assert.equal(printed.length, expected.length, `printed:\n${stdout}`);
  for (const [index, line] of printed.entries()) assert.match(line, pattern(expected[index]));
}

/** The blocks of a document that one of the runners runs, with the line on which each begins. */
function blocks(markdown, runners = RUNNERS) {
  return [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .map(({ 1: language, 2: code, index }) => ({
      language,
      code,
      line: markdown.slice(0, index).split('\n').length,
    }))
    .filter(({ language }) => Object.hasOwn(runners, language));
}

/** What a block says that it prints, line by line. */
function expectations(code) {
  return [...code.matchAll(/(?:\/\/|#) → (.*)$/gm)].map(([, value]) => value);
}

function pattern(expected) {
  const parts = expected.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'u');
}

/** An empty project with the packages and commands of this clone. It is gone after the test. */
function project(context) {
  const folder = mkdtempSync(join(tmpdir(), 'chirp-readme-'));
  context.after(() => rmSync(folder, { recursive: true }));
  symlinkSync(MODULES, join(folder, 'node_modules'));
  return folder;
}

/**
 * Runs a program in a project, with its commands on the path as npm puts them there. `npx` finds what is installed,
 * and never asks a registry for what is not.
 */
function run(cwd, command, args, more = {}) {
  return new Promise((resolve, reject) => {
    const PATH = [join(MODULES, '.bin'), process.env.PATH].join(delimiter);
    const env = { ...process.env, PATH, npm_config_offline: 'true', NO_COLOR: '1', ...more };
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    for (const name of Object.keys(said)) {
      child[name].setEncoding('utf8').on('data', (text) => {
        said[name] += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...said }));
  });
}

// Owns how the tests open pages on a hub: a real one, on a database of its own, with the pages that it serves, in a browser
// that was signed in by its link.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHub } from '@chirp-protocol/hub';
import { chromium as browsers } from 'playwright-core';
import { chromium } from '../../npm/scripts/chromium.mjs';
import { root } from '../../npm/scripts/run.mjs';

const ARGS = ['--no-sandbox', '--disable-background-networking'];
const CHANNELS = ['general', 'releases'];

/** Starts hub and browser. `ask` asks the hub as the owner, `agent` as the agent `deployer`, which is no person. */
export async function startHubSite() {
  const folder = await mkdtemp(join(tmpdir(), 'chirp-e2e-'));
  const options = { database: join(folder, 'hub.db'), pages: join(root, 'web-demo/dist') };
  let hub = await openHub(options);
  const url = await hub.listen({ port: 0 });
  const signInLink = () => hub.signInLink();
  const ask = asker(url, hub.firstRun.token);
  await ask('POST', '/channels', { id: 'releases', name: 'releases' });
  const { token } = await ask('POST', '/tokens', {
    label: 'deployer',
    account: 'deployer',
    channels: CHANNELS,
    sources: ['agent/deployer'],
  });
  const browser = await browsers.launch({ executablePath: await chromium(), args: ARGS });

  let session;
  /** What a browser keeps that was signed in. */
  async function signIn() {
    const context = await browser.newContext();
    await (await context.newPage()).goto(url + (await signInLink()));
    const state = await context.storageState();
    await context.close();
    return { cookies: state.cookies, origins: [] };
  }

  /** Ends the hub, runs what happens meanwhile, and starts another one on its database and port. */
  async function restart(meanwhile) {
    await hub.close();
    await meanwhile();
    hub = await openHub(options);
    await hub.listen({ port: Number(new URL(url).port) });
  }

  /** Opens a page, signed in unless `options` say otherwise, with what must not happen in `faults`. */
  async function open(path, { isSignedIn = true, prepare = async () => {}, ...options } = {}) {
    session ??= isSignedIn ? await signIn() : undefined;
    const context = await browser.newContext({
      timezoneId: 'Europe/Lisbon',
      ...(isSignedIn ? { storageState: session } : {}),
      ...options,
    });
    const faults = [];
    const watch = (page) => {
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (line) => {
        if (['error', 'warning'].includes(line.type())) faults.push(line.text());
      });
    };
    const page = await context.newPage();
    watch(page);
    await prepare(page, context);
    await page.goto(`${url}/${path}`);
    return { context, faults, page };
  }

  async function close() {
    await browser.close();
    await hub.close();
    await rm(folder, { recursive: true });
  }

  return { agent: asker(url, token), ask, close, open, restart, signInLink, url };
}

/** Asks a hub with a token; what it refuses is an error. */
function asker(url, token) {
  return async (method, path, body) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}

/** A draft of the agent about a release: `more` is for the envelope, `instrument` for that. */
export function release(id, text, more = {}, instrument = {}) {
  return {
    protocol: 'org.renkara.chirp.message/0.1',
    kind: 'status',
    source: { kind: 'agent', id: 'deployer' },
    subject: { kind: 'release', id, label: `Release ${id}` },
    presentation: { fallback: text },
    instrument: { category: 'decision', layout: 'status', ...instrument },
    ...more,
  };
}

/** What makes a draft wait for the owner. */
export const WAITING = {
  more: {
    lifecycle: { state: 'waiting' },
    actions: [
      { id: 'approve', label: 'Approve', capability: 'chirp.review.approve', confirm: { title: 'Sure?' } },
      { id: 'reject', label: 'Reject', capability: 'chirp.review.reject' },
    ],
  },
  instrument: {
    attention: {
      reason: 'waits for an owner',
      since: '2026-01-01T00:00:00Z',
      audience: [{ kind: 'role', id: 'owner' }],
    },
  },
};

/** Sends a draft to the releases; gives the message that it became. */
export function revise(agent, draft) {
  return agent('POST', '/channels/releases/messages?draft=1', { protocol: draft });
}

/** Sends a release that waits for the owner. */
export function wait(agent, id) {
  return revise(agent, release(id, `May ${id} be released?`, WAITING.more, WAITING.instrument));
}

/** Waits until the page says how its connection stands. */
export function stands(page, words) {
  return page.locator('.connection-state').filter({ hasText: words }).waitFor();
}

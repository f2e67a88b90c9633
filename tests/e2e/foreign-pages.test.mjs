// A person is signed in at a hub, and opens a page of somebody else in the same browser: it can read nothing and do nothing,
// also from another port of the same machine, which browsers count as the same site.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openHub } from '@chirp-protocol/hub';
import { chromium as browsers } from 'playwright-core';
import { chromium } from '../../npm/scripts/chromium.mjs';

const ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--host-resolver-rules=MAP evil.test 127.0.0.1',
];

const log = [];
let folder;
let hub;
let port;
let own;
let foreign;
let browser;
let context;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chirp-foreign-'));
  hub = await openHub({ database: join(folder, 'hub.db'), log: (line) => log.push(line) });
  port = new URL(await hub.listen({ port: 0 })).port;
  own = `http://localhost:${port}`;
  foreign = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Foreign</title>');
  });
  await new Promise((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  browser = await browsers.launch({ executablePath: await chromium(), args: ARGS });
  context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(own + (await hub.signInLink()));
  await page.close();
});
after(async () => {
  await browser.close();
  foreign.close();
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

/** Asks the hub as its owner's program does. */
async function asOwner(path) {
  const { token } = hub.firstRun;
  const response = await fetch(own + path, { headers: { authorization: `Bearer ${token}` } });
  return response.json();
}

/** A page of the hub's own origin. */
async function ownPage() {
  const page = await context.newPage();
  await page.goto(`${own}/api/v1/me`);
  return page;
}

test('a page of the hub itself may use the session', async () => {
  const page = await ownPage();
  const statuses = await page.evaluate(async () => {
    const to = '/api/v1/channels/general/messages';
    const sent = await fetch(to, { method: 'POST', body: JSON.stringify({ body: 'from the page' }) });
    return [(await fetch('/api/v1/me')).status, sent.status, (await fetch(to)).status, document.cookie];
  });
  assert.deepEqual(statuses, [200, 201, 200, '']);
  await page.close();
});

/** What a foreign page tries. It says what it got hold of, and that must be nothing. */
async function attack({ own, code }) {
  const got = [];
  const to = `${own}/api/v1/channels/general/messages`;
  const message = JSON.stringify({ body: 'from a foreign page' });
  const all = { credentials: 'include', mode: 'cors' };
  const blind = { credentials: 'include', mode: 'no-cors' };
  const json = { 'content-type': 'application/json' };
  const tries = [
    [`${own}/api/v1/me`, all],
    [to, all],
    [`${own}/openapi.json`, all],
    [to, { ...all, method: 'POST', body: message }],
    [to, { ...all, method: 'POST', body: message, headers: json }],
    [`${own}/api/v1/accounts/x`, { ...all, method: 'PUT', body: '{"roles":["owner"]}' }],
    [`${own}/api/v1/accounts/x/sessions`, { ...all, method: 'DELETE' }],
    [`${own}/api/v1/me`, blind],
    [to, { ...blind, method: 'POST', body: message }],
    [`${own}/api/v1/signout`, { ...blind, method: 'POST' }],
    [`${own}/api/v1/invitations`, { ...blind, method: 'POST', body: '{"roles":["owner"]}' }],
    [`${own}/signin?code=${code}`, blind],
    [`${own}/signin`, { ...blind, method: 'POST', body: new URLSearchParams({ code }) }],
  ];
  for (const [address, options] of tries) {
    try {
      const text = await (await fetch(address, options)).text();
      if (text !== '') got.push(`${options.method ?? 'GET'} ${address}: ${text}`);
    } catch {
      // The browser kept it.
    }
  }
  const ended = (element, events) =>
    new Promise((resolve) => {
      for (const event of events) element.addEventListener(event, () => resolve(event));
    });
  for (const [name, of] of [
    ['img', 'src'],
    ['script', 'src'],
    ['object', 'data'],
  ]) {
    const element = document.createElement(name);
    const end = ended(element, ['load', 'error']);
    element[of] = `${own}/api/v1/me`;
    document.body.append(element);
    if ((await end) === 'load' && name !== 'object') got.push(`${name} loaded`);
  }
  for (const path of ['/api/v1/stream', '/api/v1/me']) {
    const socket = new WebSocket(own.replace('http', 'ws') + path);
    if ((await ended(socket, ['open', 'close'])) === 'open') got.push(`socket ${path}`);
  }
  const post = async (action, fields, enctype = 'application/x-www-form-urlencoded') => {
    const frame = document.createElement('iframe');
    frame.name = `f${Math.random()}`;
    document.body.append(frame);
    const form = document.createElement('form');
    Object.assign(form, { action, method: 'post', target: frame.name, enctype });
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input');
      Object.assign(input, { type: 'hidden', name, value });
      form.append(input);
    }
    document.body.append(form);
    const end = ended(frame, ['load']);
    form.submit();
    await end;
    try {
      if (frame.contentDocument?.body?.textContent) got.push(`form ${action}`);
    } catch {
      // Another origin.
    }
  };
  // As text, a form can say JSON.
  await post(to, { '{"body":"from a foreign form","x': '":1}' }, 'text/plain');
  await post(`${own}/api/v1/signout`, {});
  await post(`${own}/signin`, { code });
  return got;
}

for (const host of ['localhost', '127.0.0.1'])
  test(`a page of another port of ${host} reads nothing and does nothing`, async () => {
    const page = await context.newPage();
    const before = await asOwner('/api/v1/channels/general/messages');
    const accounts = await asOwner('/api/v1/accounts');
    const from = log.length;
    const code = new URL(await hub.signInLink(), own).searchParams.get('code');
    await page.goto(`http://${host}:${foreign.address().port}`);
    assert.deepEqual(await page.evaluate(attack, { own, code }), []);
    const asked = log.slice(from).filter(({ event }) => event === 'request');
    assert.ok(asked.length > 10, 'the requests arrived');
    assert.deepEqual(await asOwner('/api/v1/channels/general/messages'), before);
    assert.deepEqual(await asOwner('/api/v1/accounts'), accounts);
    const still = await ownPage();
    assert.equal(JSON.parse(await still.locator('body').textContent()).account, hub.firstRun.account);
    // The code was not used: a person can, who opens the link themselves.
    const other = await browser.newContext();
    const fresh = await other.newPage();
    await fresh.goto(`${own}/signin?code=${code}`);
    await fresh.goto(`${own}/api/v1/me`);
    assert.equal(JSON.parse(await fresh.locator('body').textContent()).account, hub.firstRun.account);
    await other.close();
    await still.close();
    await page.close();
  });

test('a link that another page leads to asks first, and the button signs in', async () => {
  const other = await browser.newContext();
  const page = await other.newPage();
  await page.goto(`http://127.0.0.1:${foreign.address().port}`);
  const link = own + (await hub.signInLink());
  await page.evaluate((address) => {
    location.href = address;
  }, link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${own}/`);
  await page.goto(`${own}/api/v1/me`);
  assert.equal(JSON.parse(await page.locator('body').textContent()).account, hub.firstRun.account);
  await other.close();
});

test('a page whose name comes to point to this machine is not served', async () => {
  const page = await context.newPage();
  const response = await page.goto(`http://evil.test:${port}/api/v1/me`);
  assert.equal(response.status(), 421);
  const { status } = await page.evaluate(async () => ({ status: (await fetch('/openapi.json')).status }));
  assert.equal(status, 421);
  await page.close();
});

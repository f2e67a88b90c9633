// Pages beside the API: files of the folder and nothing else, under the policy that the pages are tested with.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openHub } from '@chirp-protocol/hub';
import { CONTENT_SECURITY_POLICY } from '../../scripts/serve.mjs';

let folder;
let hub;
let url;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chirp-pages-'));
  mkdirSync(join(folder, 'pages/api/v1'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'pages/index.html'), '<!doctype html><title>home</title>');
  writeFileSync(join(folder, 'pages/a.js'), 'export {}');
  writeFileSync(join(folder, 'pages/api/v1/me'), 'not the hub');
  hub = await openHub({ database: join(folder, 'hub.db'), pages: join(folder, 'pages') });
  url = await hub.listen({ port: 0 });
});

after(async () => {
  await hub.close();
  rmSync(folder, { recursive: true });
});

/** A path as it is written, which `fetch` would tidy up first. */
function raw(path, headers = {}) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });
}

test('a page comes with its type, the policy, and the link that says that there is a hub', async () => {
  const page = await fetch(`${url}/`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /home/);
  assert.match(page.headers.get('content-type'), /^text\/html/);
  assert.equal(page.headers.get('content-security-policy'), CONTENT_SECURITY_POLICY);
  assert.equal(page.headers.get('link'), '</openapi.json>; rel="service-desc"');
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
  const script = await fetch(`${url}/a.js`);
  assert.match(script.headers.get('content-type'), /^text\/javascript/);
  const head = await fetch(`${url}/index.html`, { method: 'HEAD' });
  assert.equal(head.status, 200);
  assert.equal(await head.text(), '');
});

test('the addresses of the API are never a file, and what is no file is the problem that it always was', async () => {
  assert.equal((await fetch(`${url}/api/v1/me`)).status, 401);
  const absent = await fetch(`${url}/nothing.html`);
  assert.equal(absent.status, 404);
  assert.equal((await absent.json()).code, 'not_found');
  assert.equal((await fetch(`${url}/a.js`, { method: 'POST' })).status, 404);
});

test('nothing outside of the folder is served, however it is spelled', async () => {
  for (const path of ['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/a/..%5c..%5csecret.txt'])
    assert.equal(await raw(path), 404, path);
});

test('a page is served by the names of the hub alone', async () => {
  assert.equal(await raw('/', { host: 'hub.example' }), 421);
});

// The page's server: right types, strict headers, nothing outside its folder.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CONTENT_SECURITY_POLICY, serve } from '../serve.mjs';

describe('serve', () => {
  let folder;
  let server;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chirp-serve-'));
    mkdirSync(join(folder, 'page/deep'), { recursive: true });
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    writeFileSync(join(folder, 'page/index.html'), '<!doctype html>');
    writeFileSync(join(folder, 'page/a.js'), 'export {}');
    writeFileSync(join(folder, 'page/core.wasm'), Buffer.from([0, 0x61, 0x73, 0x6d]));
    writeFileSync(join(folder, 'page/deep/é.json'), '{}');
    server = await serve(join(folder, 'page'));
  });

  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const types = [
    ['', 'text/html; charset=utf-8'],
    ['index.html?x=1', 'text/html; charset=utf-8'],
    ['a.js', 'text/javascript; charset=utf-8'],
    ['core.wasm', 'application/wasm'],
    ['deep/%C3%A9.json', 'application/json; charset=utf-8'],
  ];
  for (const [path, type] of types) {
    it(`serves /${path} as ${type}`, async () => {
      const response = await fetch(server.url + path);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), type);
    });
  }

  it('sends the strict headers with every answer, refusals too', async () => {
    for (const path of ['', 'absent']) {
      const { headers } = await fetch(server.url + path);
      assert.equal(headers.get('content-security-policy'), CONTENT_SECURITY_POLICY);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('cache-control'), 'no-store');
    }
  });

  it('answers HEAD without a body and refuses other methods', async () => {
    const head = await fetch(server.url, { method: 'HEAD' });
    assert.equal(head.headers.get('content-length'), '15');
    assert.equal(await head.text(), '');
    assert.equal((await fetch(server.url, { method: 'POST' })).status, 405);
  });

  const outside = [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/deep/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '/%00',
    '/%E0%A4%A',
    '//secret.txt',
    '/deep',
    '/a.js/b',
    `/${'a'.repeat(5000)}`,
  ];
  for (const path of outside) {
    it(`has nothing at ${path.slice(0, 40)}`, async () => {
      assert.equal(await statusOf(server.url, path), 404);
    });
  }

  it('takes the next port when the wanted one is taken, and only when asked to', async () => {
    const port = Number(new URL(server.url).port);
    await assert.rejects(serve(folder, { port }), { code: 'EADDRINUSE' });
    const second = await serve(folder, { port, next: true });
    assert.ok(Number(new URL(second.url).port) > port);
    await second.close();
  });

  it('lets a caller replace a header', async () => {
    const other = await serve(join(folder, 'page'), {
      headers: { 'Content-Security-Policy': "script-src 'self'" },
    });
    const { headers } = await fetch(other.url);
    assert.equal(headers.get('content-security-policy'), "script-src 'self'");
    await other.close();
  });
});

/** The status for a request's target as it is written; fetch would resolve the dots itself. */
function statusOf(url, path) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

// Where a webhook may be: no spelling of an address that is not public gets a socket, when it is registered or later. What is
// resolved is what is connected to.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import tls from 'node:tls';
import { Webhook } from 'standardwebhooks';
import { DATABASES } from './databases.mjs';
import { hubOn } from './hub.mjs';
import { receiver } from './receiver.mjs';
import { until } from './until.mjs';

const [SQLITE] = DATABASES;
const TO = '/api/v1/channels/general/messages';

/** Addresses that nobody on the internet has, or that stand for one that nobody has, as a resolver may answer them. */
const NOT_PUBLIC = [
  ...[
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.0.1',
  ],
  ...[
    '169.254.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.170',
    '192.0.2.1',
  ],
  ...[
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.168.0.1',
    '192.175.48.1',
    '198.18.0.1',
    '198.19.255.255',
  ],
  ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...[
    '::',
    '::1',
    '::127.0.0.1',
    '::7f00:1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
  ],
  ...[
    '::ffff:0:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '100::1',
  ],
  ...[
    '100:0:0:1::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:2::1',
    '2001:3::1',
    '2001:4:112::1',
  ],
  ...[
    '2001:10::1',
    '2001:20::1',
    '2001:30::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '2002:808:808::1',
  ],
  ...[
    '2620:4f:8000::1',
    '3fff::1',
    '3ffe::1%eth0',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
  ],
  ...['fe80::1%lo', 'fec0::1', 'ff02::1', '2606:4700::1111%lo', '1::1'],
];

const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '100.128.0.1',
  '192.0.1.1',
  '2606:4700::1111',
  '2a00:1450::1',
];

/** Spellings of hosts that are not public, in a URL. */
const SPELLINGS = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '127.0.0.1.',
  ],
  ...[
    '127.1.',
    '1２7.0.0.1',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '0',
    '0.',
    '0x0',
    '%31%32%37.0.0.1',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
  ],
  ...[
    '[::]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:0:7f00:1]',
    '[64:ff9b::7f00:1]',
  ],
  ...[
    '[64:ff9b::10.0.0.1]',
    '[2002:7f00:1::]',
    '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
    '[fe80::1]',
    '[fc00::1]',
  ],
  ...[
    '10.0.0.1',
    '0xa.1',
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '192.168.1.1',
    '192.0.0.192',
    '100.64.0.1',
  ],
  ...['localhost', 'LOCALHOST', 'localhost.', 'ⓛocalhost'],
];

/** URLs that are none, or may not be those of a webhook for another reason. */
const WRONG = [
  ...[
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:0',
    'ws://8.8.8.8/',
  ],
  ...[
    'https://user@8.8.8.8/',
    'https://user:password@8.8.8.8/',
    'https://:password@8.8.8.8/',
    'https://127.0.0.1@8.8.8.8/',
  ],
  ...[
    'https://8.8.8.8:22/',
    'https://8.8.8.8:80/',
    'https://8.8.8.8:1023/',
    'https://8.8.8.8:0/',
    'https://8.8.8.8:65536/',
  ],
  ...[
    'https://[fe80::1%25eth0]/',
    'https://[::1%lo]/',
    'https://256.0.0.1/',
    'https://1.2.3.4.5/',
    'https:///',
    'https://',
  ],
  ...[
    '//8.8.8.8/',
    '/hook',
    'http://localhost/',
    'http://[::ffff:127.0.0.1]/',
    'http://0.0.0.0/',
    'http://127.0.0.2/',
  ],
  ...['https://name-that-does-not-resolve.invalid/', `https://8.8.8.8/${'x'.repeat(2048)}`],
];

/** Every address that a socket was told to connect to. */
let sockets = [];
/** What names resolve to, instead of what they do: a function of how often they were asked. */
let names = new Map();
/** Where connections to public addresses end, so that none leaves this machine. */
let rerouted;

const real = { connect: net.Socket.prototype.connect, lookup: dns.promises.lookup };

/** The rig: sockets are counted where all of them begin, after the hub has decided, with what its `lookup` gives. */
function hook() {
  net.Socket.prototype.connect = function (...args) {
    const [options] = Array.isArray(args[0]) ? args[0] : args;
    if (typeof options.path === 'string') return real.connect.apply(this, args);
    const { host, lookup } = options;
    if (net.isIP(host) !== 0) sockets.push(host);
    else lookup(host, { all: true }, (_error, all) => sockets.push(...all.map(({ address }) => address)));
    if (rerouted === undefined) return real.connect.apply(this, args);
    const { lookup: _, ...rest } = options;
    return real.connect.call(this, { ...rest, host: '127.0.0.1', port: rerouted.port });
  };
  dns.promises.lookup = async (name, options) => {
    const answer = names.get(name);
    if (answer === undefined) return real.lookup(name, options);
    return (await answer()).map((address) => ({ address, family: net.isIP(address.replace(/%.*/, '')) }));
  };
  syncBuiltinESMExports();
}

function unhook() {
  net.Socket.prototype.connect = real.connect;
  dns.promises.lookup = real.lookup;
  syncBuiltinESMExports();
}

describe('addresses', () => {
  const closing = [];

  before(hook);
  beforeEach(() => {
    sockets = [];
    names = new Map();
    rerouted = undefined;
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  after(unhook);

  async function open(options) {
    const opened = await hubOn(SQLITE, { webhooks: { attempts: 1, timeoutMs: 2000 }, ...options });
    closing.push(() => opened.hub.close());
    return opened;
  }

  const register = (owner, url) => owner('POST', '/api/v1/webhooks', { url, channels: ['*'] });

  /** Puts an address past the check of the registration, as if it had meanwhile become what it is. */
  async function force({ owner, address }, url) {
    const made = await register(owner, 'https://8.8.8.8/');
    assert.equal(made.status, 201);
    const { id, secret } = made.body;
    await SQLITE.query(address, `UPDATE webhooks SET url = '${url}' WHERE id = '${id}'`);
    return { id, secret };
  }

  /** Sends, and gives why the delivery to a webhook was given up. */
  async function reasonOf({ owner }, id) {
    assert.equal((await owner('POST', TO, { body: 'x' })).status, 201);
    const [letter] = await until(async () => {
      const { dead_letters } = (await owner('GET', `/api/v1/webhooks/${id}/dead-letters`)).body;
      return dead_letters.length > 0 && dead_letters;
    });
    await owner('DELETE', `/api/v1/webhooks/${id}`);
    return letter.reason;
  }

  test('no spelling of an address that is not public is registered', async () => {
    const { owner } = await open();
    for (const url of [...SPELLINGS.map((host) => `https://${host}/`), ...WRONG]) {
      const { status, body } = await register(owner, url);
      assert.ok(status === 422 || (status === 400 && url.length > 2048), `${url}: ${status}`);
      if (status === 422) assert.equal(body.code, 'address_refused');
    }
    // Nor on the port of a webhook, nor as http, where loopback is not allowed.
    for (const host of SPELLINGS)
      assert.equal((await register(owner, `http://${host}:8080/`)).status, 422, host);
    assert.deepEqual(sockets, []);
  });

  test('no name is registered that resolves to an address that is not public, among others or alone', async () => {
    const { owner } = await open();
    let answer = [];
    names.set('webhook.example', () => answer);
    for (const address of NOT_PUBLIC) {
      for (answer of [[address], ['8.8.8.8', address], [address, '2606:4700::1111']]) {
        const { status, body } = await register(owner, 'https://webhook.example/');
        assert.deepEqual([status, body.code], [422, 'address_refused'], `${answer}`);
      }
    }
    answer = [];
    assert.equal((await register(owner, 'https://webhook.example/')).status, 422);
    for (const address of PUBLIC) {
      answer = [address];
      assert.equal((await register(owner, 'https://webhook.example:8443/a?b=c')).status, 201, address);
      const literal = address.includes(':') ? `[${address}]` : address;
      assert.equal((await register(owner, `https://${literal}/`)).status, 201, address);
    }
    assert.deepEqual(sockets, []);
  });

  test('at an attempt the address is checked again, and gets no socket', async () => {
    const opened = await open();
    const urls = ['https://127.1/', 'https://[::ffff:7f00:1]/', 'https://localhost/', 'http://127.0.0.1:1/'];
    for (const url of urls) {
      const { id } = await force(opened, url);
      assert.equal(await reasonOf(opened, id), 'address', url);
    }
    for (const address of NOT_PUBLIC) {
      let asked = 0;
      // Public when it is registered, and no more.
      names.set('turncoat.example', () => (asked++ === 0 ? ['8.8.8.8'] : [address]));
      const { body } = await register(opened.owner, 'https://turncoat.example/');
      assert.equal(await reasonOf(opened, body.id), 'address', address);
      assert.equal(asked, 2);
    }
    assert.deepEqual(sockets, []);
  });

  test('a name for which nobody answers holds up neither a registration nor an attempt', async () => {
    const opened = await open();
    let answer = () => new Promise(() => {});
    names.set('silent.example', () => answer());
    const { status, body } = await register(opened.owner, 'https://silent.example/');
    assert.deepEqual([status, body.code], [422, 'address_refused']);
    const { id } = await force(opened, 'https://silent.example/');
    assert.equal(await reasonOf(opened, id), 'time');
    // Nor is an answer of use that comes when the attempt is over.
    let tell;
    answer = () => new Promise((resolve) => (tell = resolve));
    const late = await force(opened, 'https://silent.example/');
    assert.equal(await reasonOf(opened, late.id), 'time');
    tell(['8.8.8.8']);
    await opened.hub.close();
    assert.deepEqual(sockets, []);
  });

  test('loopback is allowed by its switch, as http on 127.0.0.1 and [::1], and nothing else is', async () => {
    const opened = await open({ allowLoopbackWebhooks: true });
    const to = await receiver();
    closing.push(() => to.close());
    for (const url of [...SPELLINGS.map((host) => `https://${host}/`), ...WRONG])
      assert.ok((await register(opened.owner, url)).status >= 400, url);
    for (const host of [
      '10.0.0.1',
      'localhost',
      '127.0.0.2',
      '0.0.0.0',
      '[::ffff:7f00:1]',
      '169.254.169.254',
    ])
      assert.equal((await register(opened.owner, `http://${host}:8080/`)).status, 422, host);
    assert.deepEqual(sockets, []);
    // The positive control: the hook sees what is connected to.
    const { status, body } = await register(opened.owner, to.url);
    assert.equal(status, 201);
    assert.equal((await register(opened.owner, 'http://[::1]:8080/')).status, 201);
    await opened.owner('POST', TO, { body: 'hello' });
    await to.count(1);
    assert.ok(sockets.includes('127.0.0.1'));
    new Webhook(body.secret).verify(to.posted[0].text, to.posted[0].headers);
  });

  test('no proxy of the environment is asked', async () => {
    const proxy = await receiver();
    closing.push(() => proxy.close());
    const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'NODE_USE_ENV_PROXY'];
    for (const name of variables) process.env[name] = new URL(proxy.url).origin;
    try {
      const opened = await open({ allowLoopbackWebhooks: true });
      const to = await receiver();
      closing.push(() => to.close());
      await register(opened.owner, to.url);
      await opened.owner('POST', TO, { body: 'hello' });
      await to.count(1);
      assert.equal(proxy.posted.length, 0);
    } finally {
      for (const name of variables) delete process.env[name];
    }
  });

  describe('over TLS', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chirp-tls-'));
    const seen = [];
    let server;

    before(async () => {
      execFileSync(
        'openssl',
        [
          ...[
            'req',
            '-x509',
            '-newkey',
            'rsa:2048',
            '-nodes',
            '-keyout',
            'key.pem',
            '-out',
            'cert.pem',
            '-days',
            '2',
          ],
          ...['-subj', '/CN=webhook.example', '-addext', 'subjectAltName=DNS:webhook.example,IP:8.8.8.8'],
        ],
        { cwd: folder, stdio: 'pipe' },
      );
      const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(folder, name)));
      server = createServer({ key, cert }, (request, response) => {
        seen.push({ host: request.headers.host, sni: request.socket.servername, url: request.url });
        request.resume().on('end', () => response.writeHead(204).end());
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    after(() => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    });

    /** As if this machine trusted the certificate: what NODE_EXTRA_CA_CERTS does, for one test. */
    function trusting(context) {
      const { createSecureContext } = tls;
      const ca = readFileSync(join(folder, 'cert.pem'));
      tls.createSecureContext = (options) => createSecureContext({ ...options, ca });
      context.after(() => {
        tls.createSecureContext = createSecureContext;
      });
    }

    test('the connection goes to what was checked, with the name of the URL', async (context) => {
      trusting(context);
      const opened = await open();
      rerouted = { port: server.address().port };
      let asked = 0;
      // Asked a third time, it would turn.
      names.set('webhook.example', () => (asked++ < 2 ? ['8.8.8.8', '2606:4700::1111'] : ['127.0.0.1']));
      const { id } = (await register(opened.owner, 'https://webhook.example:8443/a?b=c')).body;
      await opened.owner('POST', TO, { body: 'x' });
      await until(() => seen.length === 1);
      assert.deepEqual(seen.pop(), { host: 'webhook.example:8443', sni: 'webhook.example', url: '/a?b=c' });
      assert.deepEqual([asked, sockets], [2, ['8.8.8.8', '2606:4700::1111']]);
      await opened.owner('DELETE', `/api/v1/webhooks/${id}`);
      await register(opened.owner, 'https://8.8.8.8/');
      await opened.owner('POST', TO, { body: 'x' });
      await until(() => seen.length === 1);
      assert.deepEqual(seen.pop(), { host: '8.8.8.8', sni: false, url: '/' });
    });

    test('a certificate that is not trusted, or of another name, is a failure', async (context) => {
      const opened = await open();
      rerouted = { port: server.address().port };
      names.set('webhook.example', () => ['8.8.8.8']);
      names.set('other.example', () => ['8.8.8.8']);
      const untrusted = (await register(opened.owner, 'https://webhook.example/')).body;
      assert.equal(await reasonOf(opened, untrusted.id), 'connection');
      trusting(context);
      const other = (await register(opened.owner, 'https://other.example/')).body;
      assert.equal(await reasonOf(opened, other.id), 'connection');
      assert.deepEqual(seen, []);
    });
  });
});

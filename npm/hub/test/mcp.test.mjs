// MCP over HTTP, with the official client, on both databases and in both revisions of MCP that clients speak.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openHub } from '@chirp-protocol/hub';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { DATABASES } from './databases.mjs';
import { draft, envelope, hubOn, member, revision } from './hub.mjs';

const SOURCES = { sources: ['agent/builder'], channels: ['general'] };

/** How a client begins, and the revision of MCP that it ends with. */
const VERSIONS = { legacy: '2025-11-25', auto: '2026-07-28' };

/** The first text of a result. */
const textOf = ({ content }) => content[0].text;

for (const database of DATABASES) {
  for (const mode of Object.keys(VERSIONS)) {
    describe(`${database.name}, ${mode}`, () => {
      let opened;
      let url;
      let agent;
      let client;
      const clients = [];

      /** A client with a token. */
      async function connect(token, headers = {}) {
        const made = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
        const requestInit = { headers: { authorization: `Bearer ${token}`, ...headers } };
        await made.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
        assert.equal(made.getNegotiatedProtocolVersion(), VERSIONS[mode]);
        clients.push(made);
        return made;
      }

      const call = (name, given, by = client) => by.callTool({ name, arguments: given });

      before(async () => {
        opened = await hubOn(database);
        url = await opened.hub.listen({ port: 0 });
        agent = await member(opened.hub, opened.owner, SOURCES);
        client = await connect(agent.token);
        // With the schemas known, the client checks every structured result against them.
        await client.listTools();
      });
      after(async () => {
        for (const one of clients) await one.close();
        await opened.hub.close();
      });

      test('the tools are listed with schemas of the protocol, and what may be expected of them', async () => {
        const { tools } = await client.listTools();
        assert.deepEqual(
          tools.map(({ name, annotations }) => [name, annotations.readOnlyHint, annotations.idempotentHint]),
          [
            ['send_message', false, false],
            ['reply_in_thread', false, false],
            ['validate_message', true, true],
          ],
        );
        const [{ inputSchema, outputSchema }] = tools;
        assert.equal(inputSchema.properties.protocol.$ref, '#/$defs/Send/properties/protocol');
        assert.deepEqual(inputSchema.$defs.Envelope.required, ['kind', 'presentation', 'protocol', 'source']);
        assert.deepEqual(outputSchema.required, ['id', 'channel', 'sender', 'body', 'created_at']);
        // All of it stands in the context of a model.
        assert.ok(JSON.stringify(tools).length < 60_000);
        assert.equal(client.getInstructions().includes('Chirp'), true);
      });

      test('a plain and a typed message are sent, and answered in their thread', async () => {
        const plain = await call('send_message', { channel: 'general', body: 'hello' });
        assert.equal(plain.structuredContent.body, 'hello');
        assert.deepEqual(JSON.parse(textOf(plain)), plain.structuredContent);
        const typed = await call('reply_in_thread', {
          message_id: plain.structuredContent.id,
          protocol: envelope('built'),
        });
        assert.equal(typed.structuredContent.thread_id, plain.structuredContent.id);
        assert.match(typed.structuredContent.protocol.integrity.digest, /^sha256:/);
        // A reply to a reply stands in the same thread.
        const again = await call('reply_in_thread', { message_id: typed.structuredContent.id, body: 'good' });
        assert.equal(again.structuredContent.thread_id, plain.structuredContent.id);
        const stored = await agent('GET', `/api/v1/messages/${typed.structuredContent.id}`);
        assert.deepEqual(stored.body.protocol, typed.structuredContent.protocol);
        assert.equal(stored.body.sender, agent.account);
      });

      test('with a dedupe key a call may be repeated; other content under it is refused', async () => {
        const protocol = envelope('once', { delivery: { dedupe_key: `once-${mode}` } });
        const first = await call('send_message', { channel: 'general', protocol });
        const second = await call('send_message', { channel: 'general', protocol });
        assert.deepEqual(second.structuredContent, first.structuredContent);
        assert.match(second.content[1].text, /sent before/);
        const other = { ...protocol, presentation: { fallback: 'twice' } };
        const refused = await call('send_message', { channel: 'general', protocol: other });
        assert.equal(refused.isError, true);
        assert.equal(refused.structuredContent.code, 'dedupe_conflict');
        assert.equal(refused.structuredContent.message.id, first.structuredContent.id);
      });

      test('every problem is said with its place and what to do; nothing is stored', async () => {
        const protocol = { ...envelope('x'), kinds: 'status', severity: 'loud' };
        const refused = await call('send_message', { channel: 'general', protocol });
        assert.equal(refused.isError, true);
        const { status, problems } = refused.structuredContent;
        assert.deepEqual(
          [status, problems.map(({ at }) => at).sort()],
          [422, ['/protocol/kinds', '/protocol/severity']],
        );
        assert.match(textOf(refused), /- at \/protocol\/kinds: unknown_member: .*kind/);
        assert.match(textOf(refused), /- at \/protocol\/severity: unknown_value: .*info/);
        const report = await call('validate_message', { protocol });
        assert.equal(report.isError ?? false, false);
        assert.deepEqual(
          report.structuredContent.problems.map(({ code }) => code),
          problems.map(({ code }) => code),
        );
        const right = await call('validate_message', { protocol: envelope('x') });
        assert.equal(right.structuredContent.ok, true);
        assert.equal('projection' in right.structuredContent, false);
      });

      test('a revision that lost its race hears the head; a draft needs to know none', async () => {
        const first = await call('send_message', {
          channel: 'general',
          protocol: draft('race', 'one'),
          draft: true,
        });
        assert.equal(first.structuredContent.instrument.revision, 1);
        const late = await call('send_message', {
          channel: 'general',
          protocol: revision('race', 1, undefined, 'two'),
        });
        assert.equal(late.structuredContent.status, 409);
        const { head } = late.structuredContent;
        assert.deepEqual(head, first.structuredContent.instrument.head);
        assert.ok(textOf(late).includes(`the head of the series is revision 1, ${head.digest}`));
        const next = await call('send_message', {
          channel: 'general',
          protocol: revision('race', 2, head.digest, 'two'),
        });
        assert.equal(next.structuredContent.instrument.revision, 2);
      });

      test('a source that the token does not have is refused, on every tool that sends', async () => {
        const protocol = envelope('forged', { source: { kind: 'agent', id: 'somebody' } });
        const { structuredContent: root } = await call('send_message', { channel: 'general', body: 'root' });
        for (const refused of [
          await call('send_message', { channel: 'general', protocol }),
          await call('reply_in_thread', { message_id: root.id, protocol }),
        ]) {
          assert.equal(refused.isError, true);
          assert.equal(refused.structuredContent.status, 403);
          assert.match(textOf(refused), /^source_not_allowed: .*agent\/somebody/);
        }
      });

      test('what is foreign is what is absent: in tools, in resources and in the list', async () => {
        const { owner, hub } = opened;
        await owner('POST', '/api/v1/channels', { id: 'secret' });
        const sent = await owner('POST', '/api/v1/channels/secret/messages', { body: 'secret' });
        const spy = await member(hub, owner, { sources: ['agent/builder'], channels: ['secret'] });
        const spying = await connect(spy.token);
        const kept = await call(
          'send_message',
          { channel: 'secret', protocol: draft('hidden', 'x'), draft: true },
          spying,
        );
        const { series } = kept.structuredContent.instrument;
        const forms = [
          [() => call('send_message', { channel: 'secret', body: 'x' })],
          [() => call('send_message', { channel: 'nowhere', body: 'x' })],
          [() => call('reply_in_thread', { message_id: sent.body.id, body: 'x' })],
          [() => call('reply_in_thread', { message_id: 'nothing', body: 'x' })],
        ];
        const answers = await Promise.all(forms.map(([ask]) => ask()));
        for (const { isError, content, structuredContent } of answers)
          assert.deepEqual(
            [isError, structuredContent.status, content],
            [true, 404, [{ type: 'text', text: 'not_found: there is nothing here' }]],
          );
        const uri = `chirp://instruments/${encodeURIComponent(series)}`;
        assert.equal((await spying.readResource({ uri })).contents.length, 2);
        const errors = [];
        for (const absent of [
          uri,
          'chirp://instruments/nothing',
          'chirp://instruments/..',
          'file:///etc/passwd',
        ])
          await client.readResource({ uri: absent }).catch((error) => errors.push([absent, error]));
        assert.equal(errors.length, 4);
        for (const [absent, { code, message }] of errors)
          assert.deepEqual([code, message], [errors[0][1].code, errors[0][1].message.replace(uri, absent)]);
        const { resources } = await client.listResources();
        assert.ok(!JSON.stringify(resources).includes(series));
      });

      test('ids that would make another address name nothing', async () => {
        for (const channel of [
          '..',
          '.',
          '',
          '../messages',
          'general/../secret',
          'general?draft=1',
          '%2e%2e',
        ]) {
          const refused = await call('send_message', { channel, body: 'x' });
          assert.equal(refused.isError, true, channel);
          assert.match(refused.structuredContent.code, /^(not_found|bad_parameter)$/, channel);
        }
        for (const id of ['..', '../me', '../channels/general/messages', '%2e%2e'])
          assert.equal((await call('reply_in_thread', { message_id: id, body: 'x' })).isError, true);
      });

      test('instruments are listed, those that need the caller first, and read as JSON and text', async () => {
        const { owner, hub } = opened;
        const desk = await member(hub, owner, {
          roles: ['desk'],
          channels: ['desk'],
          sources: ['agent/builder'],
        });
        await owner('POST', '/api/v1/channels', { id: 'desk' });
        const by = await connect(desk.token);
        const waiting = {
          attention: {
            reason: 'waits',
            since: '2026-03-01T12:00:00Z',
            audience: [{ kind: 'role', id: 'desk' }],
          },
        };
        for (let number = 0; number < 60; number += 1) {
          const protocol = draft(`run-${number}`, `run ${number}`);
          if (number % 20 === 7) {
            protocol.kind = 'request';
            Object.assign(protocol.instrument, waiting);
            protocol.actions = [{ id: 'ok', label: 'OK', capability: 'chirp.acknowledge' }];
          }
          await call('send_message', { channel: 'desk', protocol, draft: true }, by);
        }
        const pages = [];
        let cursor;
        do {
          const page = await by.listResources({ cursor });
          if (cursor === undefined && page.nextCursor === undefined) {
            // The client walked all pages by itself.
            pages.push(...page.resources);
            break;
          }
          pages.push(...page.resources);
          cursor = page.nextCursor;
        } while (cursor !== undefined);
        assert.equal(new Set(pages.map(({ uri }) => uri)).size, 60);
        assert.equal(pages.length, 60);
        const needed = pages.map(({ description }) => description.startsWith('needs you'));
        assert.deepEqual(needed, [true, true, true, ...Array(57).fill(false)]);
        const { contents } = await by.readResource({ uri: pages[0].uri });
        const [json, text] = contents;
        const read = JSON.parse(json.text);
        assert.equal(read.message.protocol.kind, 'request');
        assert.equal(read.head.revision, 1);
        assert.match(text.text, /run \d+/);
        const { contents: old } = await by.readResource({ uri: `${pages[0].uri}/revisions/1` });
        assert.equal(JSON.parse(old[0].text).digest, read.head.digest);
        const { resourceTemplates } = await by.listResourceTemplates();
        assert.equal(resourceTemplates.length, 2);
        await assert.rejects(by.listResources({ cursor: 'e30x' }));
      });

      test('what its handling keeps out of exports and notifications is kept out of a model', async () => {
        const protocol = draft('private', 'canary-text', {
          handling: { notification: 'generic', outbound_webhooks: 'suppress' },
        });
        const made = await call('send_message', { channel: 'general', protocol, draft: true });
        const { series } = made.structuredContent.instrument;
        const uri = `chirp://instruments/${encodeURIComponent(series)}`;
        const read = await client.readResource({ uri });
        assert.equal(JSON.parse(read.contents[0].text).restricted, true);
        const list = await client.listResources();
        assert.ok(list.resources.some((resource) => resource.uri === uri));
        assert.ok(!JSON.stringify([read, list]).includes('canary-text'));
      });

      test('fifty calls at once are fifty messages, each its caller’s', async () => {
        const other = await member(opened.hub, opened.owner, SOURCES);
        const second = await connect(other.token);
        const results = await Promise.all(
          Array.from({ length: 50 }, (_, number) =>
            call(
              'send_message',
              { channel: 'general', body: `many ${number}` },
              number % 2 ? second : client,
            ),
          ),
        );
        assert.equal(new Set(results.map(({ structuredContent: { id } }) => id)).size, 50);
        for (const [number, { structuredContent }] of results.entries())
          assert.deepEqual(
            [structuredContent.body, structuredContent.sender],
            [`many ${number}`, number % 2 ? other.account : agent.account],
          );
      });

      test('arguments that are none are refused in words', async () => {
        for (const [name, given, expected] of [
          ['send_message', { channel: 'general', body: 'x', thread: 'y' }, /no argument "thread"/],
          ['send_message', { channel: 'general' }, /^\w+/],
          ['send_message', { channel: 7, body: 'x' }, /`channel` can be no id/],
          ['send_message', { channel: 'general', body: { a: 1 } }, /\/body/],
          ['send_message', { channel: 'general', body: 'x', draft: 'yes' }, /`draft` must be/],
          ['send_message', { channel: 'general', protocol: 'x' }, /\/protocol/],
          ['send_message', { channel: 'general', body: ' ' }, /\/body/],
        ]) {
          const refused = await call(name, given);
          assert.equal(refused.isError, true, JSON.stringify(given));
          assert.match(textOf(refused), expected);
        }
        await assert.rejects(call('no_such_tool', {}), /no tool/);
      });
    });
  }

  describe(`${database.name}, as HTTP`, () => {
    let opened;
    let url;
    const JSON_HEADERS = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };

    const post = (body, headers = {}, method = 'POST') =>
      fetch(`${url}/mcp`, {
        method,
        headers: { ...JSON_HEADERS, authorization: `Bearer ${opened.token}`, ...headers },
        ...(method === 'POST' ? { body } : {}),
      });

    const sending = (given) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"send_message","arguments":${given}}}`;

    const count = async () => {
      const { body } = await opened.owner('GET', '/api/v1/channels/general/messages?limit=200');
      return body.messages.length;
    };

    before(async () => {
      opened = await hubOn(database, { origins: ['https://pages.example'] });
      url = await opened.hub.listen({ port: 0 });
    });
    after(() => opened.hub.close());

    test('without a valid token nothing is answered but how to come back', async () => {
      for (const authorization of ['', 'Bearer chirp_wrong', 'Basic eDp5']) {
        const response = await post(sending('{"channel":"general","body":"x"}'), { authorization });
        assert.deepEqual([response.status, response.headers.get('www-authenticate')], [401, 'Bearer']);
      }
      const large = await post('x'.repeat(100_000), { authorization: '' });
      assert.deepEqual([large.status, large.headers.get('connection')], [401, 'close']);
      assert.equal(await count(), 0);
    });

    test('a page of another origin is refused; the hub’s own and a named one are not', async () => {
      const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
      for (const [origin, status] of [
        ['http://evil.example', 403],
        ['null', 403],
        [url, 200],
        ['https://pages.example', 200],
      ])
        assert.equal((await post(list, { origin })).status, status, origin);
    });

    test('a host by which the hub is not called is refused', async () => {
      const request = new Request('http://evil.example/mcp', {
        method: 'POST',
        headers: { ...JSON_HEADERS, authorization: `Bearer ${opened.token}` },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      });
      assert.equal((await opened.hub.fetch(request)).status, 421);
    });

    test('what is no JSON-RPC, or is not read the same by every reader, is refused and stores nothing', async () => {
      const forms = [
        ['', 400],
        ['oops', 400],
        ['[]', 400],
        ['{"jsonrpc":"2.0"', 400],
        ['{"jsonrpc":"2.0","id":1,"method":7}', 400],
        [sending('{"channel":"general","body":"a","body":"b"}'), 400],
        [
          sending(
            `{"channel":"general","protocol":${JSON.stringify(envelope('x')).replace('{', '{"kind":"event",')}}`,
          ),
          400,
        ],
        [sending('{"channel":"general","body":"\\ud800"}'), 400],
        [`\ufeff${sending('{"channel":"general","body":"x"}')}`, 400],
        [`${'['.repeat(5000)}${']'.repeat(5000)}`, 400],
        [sending(`{"channel":"general","body":"${'x'.repeat(1024 * 1024)}"}`), 413],
        [sending(`{"channel":"general","body":"${'x'.repeat(4 * 1024 * 1024)}"}`), 413],
        [
          Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'), Buffer.from([0xff, 0x22, 0x7d])]),
          400,
        ],
      ];
      for (const [body, status] of forms) {
        const response = await post(body);
        assert.equal(response.status, status, String(body).slice(0, 60));
        // What is left of a large body makes its connection useless for the next request.
        assert.equal(response.headers.get('connection'), status === 413 ? 'close' : 'keep-alive');
        const { jsonrpc, error } = await response.json();
        assert.equal(jsonrpc, '2.0');
        assert.equal(typeof error.code, 'number');
      }
      assert.equal(await count(), 0);
    });

    test('another media type, and another method, are refused', async () => {
      assert.equal((await post('{}', { 'content-type': 'text/plain' })).status, 415);
      for (const method of ['GET', 'DELETE']) {
        const response = await post('', {}, method);
        assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST']);
      }
    });

    test('a body above what the hub takes is refused, one below is sent', async () => {
      const large = await post(sending(JSON.stringify({ channel: 'general', body: 'x'.repeat(20_001) })));
      assert.match(await large.text(), /too_long|too_large/);
      const most = await post(sending(JSON.stringify({ channel: 'general', body: 'é'.repeat(20_000) })));
      assert.match(await most.text(), /"structuredContent"/);
      assert.equal(await count(), 1);
    });

    test('any of several hubs answers the next request', async () => {
      const second = await openHub({ database: opened.address });
      const urls = [url, await second.listen({ port: 0 })];
      let requests = 0;
      const turns = (address, init) => {
        const { pathname } = new URL(address);
        requests += 1;
        return fetch(new URL(pathname, urls[requests % 2]), init);
      };
      for (const mode of Object.keys(VERSIONS)) {
        const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
        const requestInit = { headers: { authorization: `Bearer ${opened.token}` } };
        const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
          requestInit,
          fetch: turns,
        });
        await client.connect(transport);
        for (let number = 0; number < 5; number += 1) {
          const result = await client.callTool({ name: 'validate_message', arguments: { body: 'x' } });
          assert.equal(result.structuredContent.ok, true);
        }
        await client.close();
      }
      assert.ok(requests > 10);
      await second.close();
    });

    test('the document of the API has it, and the log and the metrics name it', async () => {
      const { body } = await opened.owner('GET', '/openapi.json');
      assert.ok(body.paths['/mcp'].post);
      const { text } = await opened.owner('GET', '/metrics');
      assert.match(text, /requests_total\{route="mcp",status="200"\} \d+\n/);
    });
  });
}

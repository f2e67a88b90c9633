// Capabilities that the operator registers: who may use them, and who is told. On both databases.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openHub } from '@chirp-protocol/hub';
import { Webhook } from 'standardwebhooks';
import { DATABASES } from './databases.mjs';
import { draft, hubOn, member } from './hub.mjs';
import { receiver } from './receiver.mjs';
import { until } from './until.mjs';

const TO = '/api/v1/channels/general/messages';
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

for (const database of DATABASES) {
  describe(database.name, () => {
    let program;
    let hub;
    let owner;
    let agent;
    let ann;
    let bob;

    before(async () => {
      program = await receiver();
      const capabilities = [
        {
          name: 'acme.deploy',
          roles: ['release'],
          confirm: true,
          webhook: { url: program.url, secret: SECRET },
        },
        { name: 'acme.snooze', repeatable: true },
      ];
      const webhooks = { attempts: 2, baseMs: 20, timeoutMs: 1000 };
      ({ hub, owner } = await hubOn(database, { capabilities, webhooks, allowLoopbackWebhooks: true }));
      agent = await member(hub, owner, { channels: ['general'], sources: ['agent/builder'] });
      const person = (account, roles) =>
        member(hub, owner, { account, roles, channels: ['general'], sources: [`person/${account}`] });
      ann = await person('ann', ['member', 'release']);
      bob = await person('bob', ['member']);
    });
    after(async () => {
      await hub.close();
      await program.close();
    });

    async function ask(id, more = {}) {
      const protocol = draft(id, 'canary-plan: Deploy, Snooze', {
        instrument: {
          category: 'decision',
          layout: 'status',
          attention: { reason: 'waits', since: '2026-01-01T00:00:00Z' },
        },
        actions: [
          { id: 'deploy', label: 'Deploy', capability: 'acme.deploy', arguments: { version: '1.2' } },
          { id: 'snooze', label: 'Snooze', capability: 'acme.snooze' },
        ],
        ...more,
      });
      const { status, body } = await agent('POST', `${TO}?draft=1`, { protocol });
      assert.equal(status, 201, JSON.stringify(body));
      return { ...body, digest: body.protocol.integrity.digest };
    }

    const use = (who, { id, digest }, action, invocation_id, more = {}) =>
      who('POST', `/api/v1/messages/${id}/actions/${action}`, { digest, invocation_id, ...more });

    test('they are listed beside those that are built in, and lenses know them', async () => {
      const { capabilities } = (await ann('GET', '/api/v1/capabilities')).body;
      assert.deepEqual(
        capabilities.filter(({ name }) => name.startsWith('acme.')),
        [
          { name: 'acme.deploy', roles: ['release'], confirm: true },
          { name: 'acme.snooze', repeatable: true },
        ],
      );
      assert.ok(capabilities.some(({ name }) => name === 'chirp.assign'));
      const { digest } = await ask('lens');
      const actions = async (who) =>
        (await who('GET', '/api/v1/instruments?lens=decisions')).body.heads.find(
          (head) => head.digest === digest,
        ).actions;
      assert.deepEqual(
        (await actions(ann)).map(({ enabled }) => enabled),
        [true, true],
      );
      const [deploy, snooze] = await actions(bob);
      assert.deepEqual([deploy.reason.code, snooze.enabled], ['action_not_allowed', true]);
    });

    test('the program that carries one out is told of each invocation, once, with the arguments', async () => {
      const head = await ask('deploy');
      assert.equal(
        (await use(bob, head, 'deploy', 'b', { confirmed: true })).body.code,
        'action_not_allowed',
      );
      assert.equal((await use(ann, head, 'deploy', 'a')).body.code, 'confirmation_required');
      const { status, body } = await use(ann, head, 'deploy', 'a', { confirmed: true });
      assert.equal(status, 201);
      assert.equal(body.message.body, 'Deploy: deploy');
      await use(ann, head, 'deploy', 'a', { confirmed: true });
      await use(ann, head, 'snooze', 's');
      await program.count(1);
      const [told] = program.posted.splice(0);
      assert.deepEqual(new Webhook(SECRET).verify(told.text, told.headers).data, {
        invocation: { id: 'a', at: body.invocation.at },
        message: { id: head.id, channel: 'general', digest: head.digest },
        series: head.instrument.series,
        revision: 1,
        action: { id: 'deploy', capability: 'acme.deploy', arguments: { version: '1.2' } },
        by: { account: 'ann' },
      });
    });

    test('it is told also of a message that no webhook may carry, and nothing that the message says', async () => {
      const head = await ask('quiet', { handling: { outbound_webhooks: 'suppress' } });
      assert.equal((await use(ann, head, 'deploy', 'q', { confirmed: true })).status, 201);
      await program.count(1);
      const [told] = program.posted.splice(0);
      assert.equal(told.body.data.message.id, head.id);
      assert.ok(!told.text.includes('canary-plan'));
    });

    test('its webhook is the operator’s: it is shown, enabled and resent, and not changed', async () => {
      program.answer = (_request, response) => response.writeHead(500).end();
      const head = await ask('fails');
      await use(ann, head, 'deploy', 'f', { confirmed: true });
      const path = '/api/v1/webhooks/capability:acme.deploy';
      const { text, body } = await owner('GET', '/api/v1/webhooks');
      assert.ok(!text.includes(SECRET));
      assert.deepEqual(
        body.webhooks.map(({ id, capability }) => [id, capability]),
        [['capability:acme.deploy', 'acme.deploy']],
      );
      await until(async () => (await owner('GET', `${path}/dead-letters`)).body.dead_letters.length === 1);
      assert.equal((await owner('PATCH', path, { url: 'https://8.8.8.8/' })).status, 403);
      assert.equal((await owner('POST', `${path}/secret`)).status, 403);
      assert.equal((await owner('PATCH', path, { enabled: true })).status, 200);
      program.posted.length = 0;
      program.answer = (_request, response) => response.writeHead(204).end();
      assert.equal((await owner('POST', `${path}/dead-letters/resend`)).body.resent, 1);
      await program.count(1);
      assert.equal(program.posted[0].body.data.invocation.id, 'f');
    });
  });
}

test('capabilities that cannot hold are refused when the hub is opened, before there is a database', async () => {
  const webhook = { url: 'https://8.8.8.8/', secret: SECRET };
  const wrong = [
    [{ name: 'chirp.assign' }, /duplicate_capability/],
    [{ name: 'deploy' }, /bad_format/],
    [{ name: 'acme.deploy', more: 1 }, /unknown_member/],
    [{ name: 'acme.deploy', roles: 'x' }, /cannot be registered/],
    [{}, /cannot be registered/],
    [{ name: 'acme.deploy', webhook: { ...webhook, url: 'https://10.0.0.1/' } }, /public addresses/],
    [{ name: 'acme.deploy', webhook: { ...webhook, url: 'http://127.0.0.1/' } }, /https/],
    [{ name: 'acme.deploy', webhook: { ...webhook, secret: 'whsec_c2hvcnQ=' } }, /24 to 64 bytes/],
    [{ name: 'acme.deploy', webhook: { ...webhook, secret: SECRET.slice(6) } }, /whsec_/],
    [{ name: 'acme.deploy', webhook: { url: webhook.url } }, /`secret`/],
  ];
  for (const [capability, expected] of wrong) {
    const opening = openHub({ database: '/nowhere/at/all/hub.db', capabilities: [capability] });
    await assert.rejects(
      opening,
      (error) => error instanceof TypeError && expected.test(error.message),
      JSON.stringify(capability),
    );
  }
});

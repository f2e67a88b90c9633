// What whoever has the database makes on it beside a running hub: tokens. On both databases.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeToken } from '@chirp-protocol/hub';
import { DATABASES } from './databases.mjs';
import { client, envelope, hubOn } from './hub.mjs';

for (const database of DATABASES) {
  describe(database.name, () => {
    let opened;
    let hub;

    before(async () => {
      opened = await hubOn(database);
      ({ hub } = opened);
    });
    after(() => hub.close());

    test('a token is what it was asked to be, at once, and is kept nowhere', async () => {
      const options = { label: 'CI', channels: ['general'], sources: ['agent/builder'] };
      const token = await makeToken(opened.address, options);
      const ask = client(hub, token);
      const { body: me } = await ask('GET', '/api/v1/me');
      assert.deepEqual([me.roles, me.channels, me.sources], [['member'], ['general'], ['agent/builder']]);
      const path = '/api/v1/channels/general/messages';
      assert.equal((await ask('POST', path, { protocol: envelope('Build 42') })).status, 201);
      assert.equal((await ask('POST', '/api/v1/channels', { id: 'x', name: 'x' })).status, 403);
      const { body, text } = await opened.owner('GET', '/api/v1/tokens');
      assert.ok(body.tokens.some(({ label, account }) => label === 'CI' && account === me.account));
      assert.ok(!text.includes(token));
      assert.ok(
        !JSON.stringify(await database.query(opened.address, 'SELECT * FROM tokens')).includes(token),
      );
    });

    test('one with the role owner runs the workspace', async () => {
      const ask = client(hub, await makeToken(opened.address, { roles: ['owner'], channels: ['*'] }));
      assert.equal((await ask('POST', '/api/v1/channels', { id: 'team', name: 'Team' })).status, 201);
    });

    test('what a token cannot be, and where none can be made, is said', async () => {
      for (const [options, expected] of [
        [{ channels: ['nowhere'] }, /there is no channel nowhere; there is general/],
        [{ sources: ['person/ana'] }, /person\/ana/],
        [{ label: '' }, /label/],
        [{ account: 'erased' }, /account/],
        [{ workspace: 'another' }, /no such workspace/],
      ])
        await assert.rejects(makeToken(opened.address, options), { name: 'RangeError', message: expected });
      await assert.rejects(makeToken(await database.make()));
    });
  });
}

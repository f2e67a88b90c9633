// The search: the same on both databases, whatever is asked for.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DATABASES } from './databases.mjs';
import { envelope, hubOn, member, revision } from './hub.mjs';

const TO = '/api/v1/channels/general/messages';

for (const database of DATABASES) {
  describe(`the search over ${database.name}`, () => {
    let hub;
    let owner;
    let agent;
    let address;

    before(async () => {
      ({ hub, owner, address } = await hubOn(database));
      agent = await member(hub, owner, { channels: ['general'], sources: ['agent/builder'] });
    });
    after(() => hub.close());

    const post = async (ask, body, to = TO) => {
      const answer = await ask('POST', to, typeof body === 'string' ? { body } : body);
      assert.equal(answer.status, 201, answer.text);
      return answer.body;
    };
    const find = async (q, ask = owner) => {
      const answer = await ask('GET', `/api/v1/search?q=${encodeURIComponent(q)}`);
      assert.equal(answer.status, 200, answer.text);
      return answer.body.messages.map(({ body }) => body);
    };

    test('messages are found by all their words, newest first, whatever their case and place', async () => {
      await post(owner, 'The build of payments failed');
      await post(owner, 'Payments: build 42 is green!');
      await post(owner, 'nothing to see');
      const both = ['Payments: build 42 is green!', 'The build of payments failed'];
      assert.deepEqual(await find('build'), both);
      assert.deepEqual(await find('BUILD, payments'), both);
      assert.deepEqual(await find('payments failed'), both.slice(1));
      assert.deepEqual(await find('42'), both.slice(0, 1));
      assert.deepEqual(await find('buil'), []);
      assert.deepEqual(await find('build absent'), []);
    });

    test('words of every script are found, and what is written otherwise is the same word', async () => {
      const texts = [
        'Crème brûlée für Åsa',
        'Счёт №5 оплачен',
        'ビルドが失敗しました',
        '部署到生产环境',
        'हिन्दी में संदेश',
        'ﬁle_name.tar.gz at https://example.com/path?x=1',
        'user@example.org wrote release-candidate v1.2.3 at 1e5',
      ];
      for (const text of texts) await post(owner, text);
      const asked = [
        ['CRÈME', 0],
        ['cre\u0300me', 0],
        ['åsa', 0],
        ['счёт', 1],
        ['失敗', 2],
        ['生产', 3],
        ['हिन्दी', 4],
        ['file_name', 5],
        ['example.com', 5],
        ['path', 5],
        ['example.org', 6],
        ['release-candidate', 6],
        ['candidate', 6],
        ['v1', 6],
        ['1e5', 6],
      ];
      for (const [q, index] of asked) assert.deepEqual(await find(q), [texts[index]], q);
      assert.deepEqual(await find('creme'), []);
    });

    test('of a typed message the subject and what it shows are found', async () => {
      await post(agent, {
        protocol: envelope('fallbackword', {
          subject: { kind: 'build', id: 'labelled', label: 'Labelword' },
          presentation: {
            fallback: 'fallbackword',
            pubmark: 'a **boldword** in [linkword](https://example.com)',
          },
        }),
      });
      for (const word of ['fallbackword', 'labelword', 'boldword', 'linkword'])
        assert.deepEqual(await find(word), ['fallbackword'], word);
    });

    test('an edit is found by its new words; what was deleted or removed is found by none, and its words are gone', async () => {
      const edited = await post(owner, 'formerword stays');
      await owner('PATCH', `/api/v1/messages/${edited.id}`, { body: 'newword stays' });
      assert.deepEqual([await find('formerword'), await find('newword')], [[], ['newword stays']]);
      const gone = await post(owner, 'goneword');
      await owner('DELETE', `/api/v1/messages/${gone.id}`);
      assert.deepEqual(await find('goneword'), []);
      const first = await post(agent, { protocol: revision('search', 1, undefined, 'removedword') });
      assert.deepEqual(await find('removedword'), ['removedword']);
      const { series } = first.instrument;
      await owner('DELETE', `/api/v1/admin/instruments/${series}/revisions/1`, { reason: 'privacy' });
      assert.deepEqual(await find('removedword'), []);
      const left = await database.query(address, 'SELECT words FROM texts');
      for (const word of ['formerword', 'goneword', 'removedword'])
        assert.ok(!left.some(({ words }) => words.includes(word)), word);
    });

    test('a page follows the other, without gap or repeat, while messages arrive', async () => {
      const sent = [];
      for (let index = 0; index < 25; index += 1) sent.unshift((await post(owner, `paged ${index}`)).body);
      const found = [];
      let place = '';
      for (;;) {
        const { body } = await owner('GET', `/api/v1/search?q=paged&limit=10${place}`);
        found.push(...body.messages.map((message) => message.body));
        if (!body.more) break;
        place = `&before=${body.before}`;
        await post(owner, 'paged later');
      }
      assert.deepEqual(found, sent);
      for (const wrong of ['limit=0', 'limit=201', 'before=x'])
        assert.equal((await owner('GET', `/api/v1/search?q=x&${wrong}`)).status, 400, wrong);
    });

    test('nobody finds what they may not read', async () => {
      await owner('POST', '/api/v1/channels', { id: 'closed' });
      await post(owner, 'secretword', '/api/v1/channels/closed/messages');
      await post(owner, 'openword');
      const eve = await member(hub, owner, { account: 'eve', channels: ['*'] });
      assert.deepEqual(await find('openword', eve), []);
      await owner('PUT', '/api/v1/channels/general/members/eve');
      assert.deepEqual([await find('openword', eve), await find('secretword', eve)], [['openword'], []]);
      assert.deepEqual(await find('secretword'), ['secretword']);
      const absent = await eve('GET', '/api/v1/search?q=absentword');
      const foreign = await eve('GET', '/api/v1/search?q=secretword');
      assert.equal(foreign.text, absent.text);
      assert.equal((await owner('GET', '/api/v1/search?q=x', undefined, { authorization: '' })).status, 401);
    });

    test('operators, quotes and the like are words or nothing', async () => {
      await post(owner, 'or not near and null select');
      const one = ['or not near and null select'];
      for (const q of [
        'OR',
        'not',
        'NEAR(and, 5)'.replace('5', ''),
        '"null"',
        "'select'",
        'or:*',
        '^not',
        '-near',
        'and & !or',
        '\\or',
        'or\0not',
      ])
        assert.deepEqual(await find(q), one, q);
      assert.deepEqual(await find('word_index : or'), []);
      const wrong = [
        '',
        ' ',
        '\0',
        '"',
        "'); DROP TABLE messages; --".replace(/\w/g, ''),
        '***',
        '🙂',
        'x '.repeat(5000),
        'x'.repeat(10_000),
        Array.from({ length: 33 }, (_, index) => `w${index}`).join(' '),
      ];
      for (const q of wrong) {
        const { status, body } = await owner('GET', `/api/v1/search?q=${encodeURIComponent(q)}`);
        assert.deepEqual([status, body.code], [400, 'bad_parameter'], q.slice(0, 20));
      }
      assert.equal((await owner('GET', '/api/v1/search')).status, 400);
      assert.equal((await owner('GET', '/api/v1/search?q=%ff%fe')).status, 400);
      assert.deepEqual(await find('x'.repeat(999)), []);
    });

    test('a message of any text can be sent', async () => {
      for (const text of [
        '🙂',
        `'"\\`,
        'null',
        'x'.repeat(20_000),
        '\u{10ffff}',
        '\u0301',
        '東'.repeat(20_000),
        Array.from({ length: 3000 }, (_, index) => `w${index}`).join(' '),
      ])
        await post(owner, text);
      assert.deepEqual(await find('x'.repeat(150)), ['x'.repeat(20_000)]);
      assert.equal((await find('w2999')).length, 1);
    });
  });
}

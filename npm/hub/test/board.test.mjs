// The board: lenses as each caller sees them, and actions. On both databases.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verify } from '@chirp-protocol/protocol';
import { DATABASES } from './databases.mjs';
import { draft, envelope, hubOn, member } from './hub.mjs';

const TO = '/api/v1/channels/general/messages';
const CLICKS = 64;

for (const database of DATABASES) {
  describe(database.name, () => {
    let hub;
    let owner;
    let agent;
    let ann;
    let bob;

    before(async () => {
      ({ hub, owner } = await hubOn(database));
      agent = await member(hub, owner, { channels: ['general'], sources: ['agent/builder'] });
      const person = (account, roles) =>
        member(hub, owner, { account, roles, channels: ['general'], sources: [`person/${account}`] });
      ann = await person('ann', ['member', 'reviewer']);
      bob = await person('bob', ['member']);
    });
    after(() => hub.close());

    /** Sends a head that waits for a decision. */
    async function ask(id, more = {}, actions = undefined) {
      const attention = { reason: 'waits for a review', since: '2026-01-01T00:00:00Z' };
      const protocol = draft(id, `Release ${id}: Approve, Reject, Acknowledge, Assign, Page`, {
        instrument: { category: 'decision', layout: 'status', attention: { ...attention, ...more } },
        actions: actions ?? [
          { id: 'approve', label: 'Approve', capability: 'chirp.review.approve' },
          { id: 'reject', label: 'Reject', capability: 'chirp.review.reject', confirm: { title: 'Sure?' } },
          { id: 'ack', label: 'Acknowledge', capability: 'chirp.acknowledge' },
          { id: 'assign', label: 'Assign', capability: 'chirp.assign', arguments: { assignee: 'cleo' } },
          { id: 'page', label: 'Page', capability: 'chirp.incident.page' },
        ],
      });
      const { status, body } = await agent('POST', `${TO}?draft=1`, { protocol });
      assert.equal(status, 201, JSON.stringify(body));
      return { ...body, digest: body.protocol.integrity.digest };
    }

    const use = (who, message, action, more = {}) =>
      who('POST', `/api/v1/messages/${message.id}/actions/${action}`, {
        digest: message.digest,
        invocation_id: Math.random().toString(36).slice(2),
        ...more,
      });

    const lens = async (who, name, more = '') =>
      (await who('GET', `/api/v1/instruments?lens=${name}${more}`)).body;

    test('a head is in the lens of its category, and in Needs Me of those whom it asks', async () => {
      const head = await ask('lens', { audience: [{ kind: 'role', id: 'reviewer' }] });
      const [seen] = (await lens(ann, 'needs_me')).heads;
      assert.deepEqual([seen.digest, seen.needs_me, seen.message.id], [head.digest, true, head.id]);
      assert.ok(verify(JSON.stringify(seen.message)).ok);
      assert.deepEqual((await lens(bob, 'needs_me')).heads, []);
      const [decision] = (await lens(bob, 'decisions')).heads;
      assert.deepEqual([decision.needs_me, decision.why_not[0].code], [false, 'attention_elsewhere']);
      assert.equal((await lens(bob, 'decisions')).counts.decisions, 1);
    });

    test('an approval is a reply of the person, and takes the head out of Needs Me', async () => {
      const head = await ask('approve');
      assert.ok((await lens(ann, 'needs_me')).heads.some(({ digest }) => digest === head.digest));
      const { status, body } = await use(ann, head, 'approve');
      assert.equal(status, 201);
      assert.deepEqual(body.message.protocol.source, { id: 'ann', kind: 'person' });
      assert.deepEqual([body.message.thread_id, body.message.body], [head.id, 'Approved: approve']);
      assert.ok(verify(JSON.stringify(body.message)).ok);
      assert.ok(!(await lens(ann, 'needs_me')).heads.some(({ digest }) => digest === head.digest));
      const seen = (await lens(ann, 'decisions')).heads.find(({ digest }) => digest === head.digest);
      assert.deepEqual(seen.done, ['approve']);
      const series = await ann('GET', `/api/v1/instruments/${head.instrument.series}`);
      assert.deepEqual(series.body.done, ['approve']);
      const again = await use(bob, head, 'reject', { confirmed: true });
      assert.deepEqual([again.status, again.body.code], [409, 'action_done']);
      assert.equal((await use(bob, head, 'assign')).body.message.body, 'Assigned to cleo: approve');
    });

    test('everything is asked again, and a refusal runs nothing', async () => {
      const head = await ask('asked');
      const window = { id: 'late', label: 'Late', capability: 'chirp.acknowledge' };
      const timed = await ask('timed', {}, [
        { ...window, id: 'late', active_until: '2026-01-02T00:00:00Z' },
        { ...window, id: 'early', active_from: '2126-01-01T00:00:00Z' },
      ]);
      const refusals = [
        [head, 'nothing', {}, 404, 'action_unknown'],
        [head, 'approve', { digest: `sha256:${'0'.repeat(64)}` }, 409, 'action_superseded'],
        [head, 'page', {}, 409, 'action_unregistered'],
        [head, 'reject', {}, 422, 'confirmation_required'],
        [timed, 'late', {}, 409, 'action_expired'],
        [timed, 'early', {}, 409, 'action_not_yet'],
        [head, 'approve', { digest: 'x' }, 400, 'bad_parameter'],
        [head, 'approve', { confirmed: 'yes' }, 400, 'bad_parameter'],
        [head, 'approve', { more: 1 }, 400, 'bad_parameter'],
        [head, 'approve', { invocation_id: '' }, 400, 'bad_parameter'],
      ];
      const count = async () => (await ann('GET', `${TO}?limit=200`)).body.messages.length;
      const before = await count();
      for (const [message, action, more, status, code] of refusals) {
        const refused = await use(ann, message, action, more);
        assert.deepEqual(
          [refused.status, refused.body.code],
          [status, code],
          `${action} ${JSON.stringify(more)}`,
        );
      }
      assert.equal((await use(agent, head, 'approve')).status, 403);
      assert.equal(await count(), before);
      await agent('POST', `${TO}?draft=1`, { protocol: draft('asked', 'next') });
      const past = await use(ann, head, 'approve');
      assert.deepEqual([past.status, past.body.code], [409, 'action_in_history']);
    });

    test(`${CLICKS} clicks at once are one success; the same invocation has the same answer`, async () => {
      const head = await ask('clicked');
      const clicks = await Promise.all(Array.from({ length: CLICKS }, () => use(ann, head, 'approve')));
      const won = clicks.filter(({ status }) => status === 201);
      assert.equal(won.length, 1);
      assert.ok(clicks.every(({ status, body }) => status === 201 || body.code === 'action_done'));
      const { id } = won[0].body.invocation;
      const again = await use(ann, head, 'approve', { invocation_id: id });
      assert.deepEqual([again.status, again.text], [201, won[0].text]);
      const same = await Promise.all(
        Array.from({ length: CLICKS }, () => use(bob, head, 'assign', { invocation_id: 'same' })),
      );
      assert.deepEqual([new Set(same.map(({ text }) => text)).size, same[0].status], [1, 201]);
      // The id of another person says nothing.
      assert.equal((await use(bob, head, 'approve', { invocation_id: id })).body.code, 'action_done');
    });

    test('a head that was removed is in no lens, and one that may not be read neither', async () => {
      await owner('POST', '/api/v1/channels', { id: 'closed' });
      const inside = await member(hub, owner, { channels: ['closed'], sources: ['agent/builder'] });
      const hidden = await inside('POST', '/api/v1/channels/closed/messages?draft=1', {
        protocol: draft('hidden', 'x'),
      });
      const head = await ask('removed');
      const digests = async (who, name) =>
        (await lens(who, name, '&limit=200')).heads.map(({ digest }) => digest);
      assert.ok((await digests(ann, 'decisions')).includes(head.digest));
      await owner('DELETE', `/api/v1/admin/instruments/${head.instrument.series}/revisions/1`, {
        reason: 'privacy',
      });
      assert.ok(!(await digests(ann, 'decisions')).includes(head.digest));
      const digest = hidden.body.protocol.integrity.digest;
      assert.ok(!(await digests(ann, 'runs')).includes(digest));
      assert.ok((await digests(inside, 'runs')).includes(digest));
    });

    test('pages of a lens hold every head once; what is no lens and no cursor is refused', async () => {
      for (let index = 0; index < 5; index += 1) await ask(`page-${index}`);
      const whole = (await lens(ann, 'decisions', '&limit=200')).heads.map(({ digest }) => digest);
      const found = [];
      for (let next = ''; next !== undefined; ) {
        const page = await lens(
          ann,
          'decisions',
          `&limit=2${next === '' ? '' : `&after=${encodeURIComponent(next)}`}`,
        );
        found.push(...page.heads.map(({ digest }) => digest));
        next = page.next;
      }
      assert.deepEqual(found, whole);
      for (const wrong of ['lens=', 'lens=all', 'lens=runs&after=x', 'lens=runs&limit=0'])
        assert.equal((await ann('GET', `/api/v1/instruments?${wrong}`)).status, 400, wrong);
    });

    test('a plain message and one without actions have none', async () => {
      const plain = (await agent('POST', TO, { body: 'plain' })).body;
      const typed = (await agent('POST', TO, { protocol: envelope('typed') })).body;
      const digest = typed.protocol.integrity.digest;
      assert.equal((await use(ann, { ...plain, digest }, 'approve')).status, 404);
      assert.equal((await use(ann, { ...typed, digest }, 'approve')).body.code, 'action_unknown');
      const { capabilities } = (await ann('GET', '/api/v1/capabilities')).body;
      assert.ok(capabilities.some(({ name }) => name === 'chirp.review.approve'));
    });
  });
}

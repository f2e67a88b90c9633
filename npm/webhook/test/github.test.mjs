// What the GitHub mapper makes of deliveries: the truth table, subjects, times, keys and words.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, validate } from '@chirp-protocol/protocol';
import { fromGitHub, GITHUB_OUTCOMES } from '@chirp-protocol/webhook';

const repository = { full_name: 'octo-org/octo-repo', html_url: 'https://github.com/octo-org/octo-repo' };

function workflowRun(members, action = 'completed') {
  return {
    action,
    repository,
    workflow_run: {
      id: 289782451,
      name: 'CI',
      run_number: 7,
      run_attempt: 1,
      status: 'completed',
      conclusion: 'success',
      head_branch: 'main',
      head_sha: '9e602444f49b8b69c3a9a51fa97a115f3d323508',
      html_url: 'https://github.com/octo-org/octo-repo/actions/runs/289782451',
      run_started_at: '2026-03-01T10:00:00Z',
      updated_at: '2026-03-01T10:05:00Z',
      ...members,
    },
  };
}

function pullRequest(members, action = 'opened', beside = {}) {
  return {
    action,
    number: 2,
    repository,
    sender: { login: 'octocat' },
    pull_request: {
      state: 'open',
      draft: false,
      merged: false,
      title: 'Update the README',
      html_url: 'https://github.com/octo-org/octo-repo/pull/2',
      created_at: '2026-03-01T10:00:00Z',
      updated_at: '2026-03-01T10:05:00Z',
      head: { ref: 'changes' },
      base: { ref: 'main' },
      ...members,
    },
    ...beside,
  };
}

/** The envelope, which is valid as well. */
function mapped(event, payload, options) {
  const envelope = fromGitHub(event, payload, options);
  assert.notEqual(envelope, null);
  assert.deepEqual(validate(envelope).problems, []);
  return envelope;
}

describe('the truth table', () => {
  for (const [conclusion, outcome] of Object.entries(GITHUB_OUTCOMES.run_conclusion)) {
    for (const event of ['workflow_run', 'check_suite']) {
      test(`${event} concluded as ${conclusion}`, () => {
        const run = workflowRun({ conclusion });
        const envelope = mapped(event, { ...run, check_suite: run.workflow_run });
        assert.equal(envelope.lifecycle?.state, outcome.state);
        assert.equal(envelope.severity, outcome.severity);
        assert.match(envelope.presentation.fallback.split('\n')[0], new RegExp(`: ${outcome.words}$`));
      });
    }
  }

  for (const [status, outcome] of Object.entries(GITHUB_OUTCOMES.run_status)) {
    test(`a run that is ${status}`, () => {
      const { lifecycle, severity } = mapped('workflow_run', workflowRun({ status, conclusion: null }));
      assert.equal(lifecycle?.state, outcome.state);
      assert.equal(severity, outcome.severity);
      assert.equal(lifecycle?.ended_at, undefined);
    });
  }

  for (const [state, outcome] of Object.entries(GITHUB_OUTCOMES.deployment_state)) {
    test(`a deployment reported as ${state}`, () => {
      const deployment_status = { id: 5, state, created_at: '2026-03-01T10:05:00Z' };
      const envelope = mapped('deployment_status', { repository, deployment: { id: 4 }, deployment_status });
      assert.equal(envelope.lifecycle?.state, outcome.state);
      assert.equal(envelope.severity, outcome.severity);
      assert.equal(envelope.subject.id, 'octo-org/octo-repo/deployment/4');
    });
  }

  test('only success succeeds, and no two conclusions say the same', () => {
    const rows = Object.entries(GITHUB_OUTCOMES.run_conclusion);
    const succeeded = rows.filter(([, { state }]) => state === 'succeeded');
    assert.deepEqual(
      succeeded.map(([conclusion]) => conclusion),
      ['success'],
    );
    assert.equal(new Set(rows.map(([, { words }]) => words)).size, rows.length);
  });

  test('a status that GitHub adds later, and none at all, claim nothing', () => {
    for (const members of [
      { conclusion: 'exploded' },
      { conclusion: null },
      { status: 'dreaming' },
      { status: 'constructor' },
      { status: null, conclusion: null },
    ]) {
      const envelope = mapped('workflow_run', workflowRun(members));
      assert.equal(envelope.lifecycle, undefined);
      assert.equal(envelope.severity, undefined);
    }
    assert.match(
      fromGitHub('workflow_run', workflowRun({ conclusion: 'exploded' })).presentation.fallback,
      /exploded/,
    );
  });

  test('a check suite asked for again is queued, whatever conclusion it still carries', () => {
    const check_suite = { id: 3, status: 'completed', conclusion: 'success' };
    const envelope = mapped('check_suite', { action: 'rerequested', repository, check_suite });
    assert.deepEqual(envelope.lifecycle, { state: 'queued' });
  });

  test('success is no audit and no progress', () => {
    const envelope = mapped('workflow_run', workflowRun({}));
    assert.equal('instrument' in envelope, false);
    assert.deepEqual(Object.keys(envelope.lifecycle).toSorted(), ['ended_at', 'started_at', 'state']);
  });
});

describe('pull requests', () => {
  const states = {
    open: [{}, { state: 'waiting', started_at: '2026-03-01T10:00:00Z' }],
    draft: [{ draft: true }, undefined],
    merged: [
      { state: 'closed', merged: true, merged_at: '2026-03-01T10:05:00Z' },
      { state: 'succeeded', started_at: '2026-03-01T10:00:00Z', ended_at: '2026-03-01T10:05:00Z' },
    ],
    closed: [
      { state: 'closed', closed_at: '2026-03-01T10:05:00Z' },
      { state: 'cancelled', started_at: '2026-03-01T10:00:00Z', ended_at: '2026-03-01T10:05:00Z' },
    ],
  };
  for (const [name, [members, lifecycle]] of Object.entries(states)) {
    test(name, () => {
      const envelope = mapped('pull_request', pullRequest(members, 'closed'));
      assert.deepEqual(envelope.lifecycle, lifecycle);
      assert.match(envelope.presentation.fallback, new RegExp(GITHUB_OUTCOMES.pull_request[name].words));
    });
  }

  test('a review asked for is a request, and says of whom', () => {
    const asked = pullRequest({}, 'review_requested', { requested_reviewer: { login: 'hubot', id: 1 } });
    const envelope = mapped('pull_request', asked);
    assert.equal(envelope.kind, 'request');
    assert.match(envelope.presentation.fallback, /^Update the README \(#2\): review requested from hubot$/m);
    const team = pullRequest({}, 'review_requested', { requested_team: { name: 'Core team' } });
    assert.match(mapped('pull_request', team).presentation.fallback, /review requested from Core team$/m);
  });

  test('an action that GitHub adds later is told in its own word', () => {
    const { kind, presentation } = mapped('pull_request', pullRequest({}, 'sent_to_the_moon'));
    assert.equal(kind, 'event');
    assert.match(presentation.fallback, /: sent to the moon$/m);
  });
});

describe('who and what', () => {
  test('source and subject', () => {
    const envelope = mapped('workflow_run', workflowRun({}));
    assert.deepEqual(envelope.source, {
      kind: 'integration',
      id: 'github.com/octo-org/octo-repo',
      display_name: 'octo-org/octo-repo',
    });
    assert.deepEqual(envelope.subject, {
      kind: 'workflow_run',
      id: 'octo-org/octo-repo/run/289782451',
      label: 'CI #7',
    });
  });

  test('a server of one’s own is another source', () => {
    const own = { ...repository, html_url: 'https://git.example:8443/octo-org/octo-repo' };
    const envelope = mapped('workflow_run', { ...workflowRun({}), repository: own });
    assert.equal(envelope.source.id, 'git.example:8443/octo-org/octo-repo');
  });

  test('null for what has no mapping, no repository or no id that can be trusted', () => {
    const run = workflowRun({});
    for (const [event, payload] of [
      ['push', run],
      ['constructor', run],
      ['workflow_run', undefined],
      ['workflow_run', JSON.stringify(run)],
      ['workflow_run', { ...run, repository: undefined }],
      ['workflow_run', { ...run, repository: { full_name: 'octo org/repo' } }],
      ['workflow_run', { ...run, repository: { full_name: 'no-owner' } }],
      ['workflow_run', { ...run, repository: { full_name: `o/${'r'.repeat(300)}` } }],
      ['workflow_run', workflowRun({ id: 2 ** 53 })],
      ['workflow_run', workflowRun({ id: '289782451' })],
      ['check_suite', run],
      ['deployment_status', run],
      ['pull_request', run],
    ]) {
      assert.equal(fromGitHub(event, payload), null);
    }
  });
});

describe('times', () => {
  test('are written in the strict form, or left out', () => {
    for (const [given, written] of [
      ['2026-03-01T10:05:00Z', '2026-03-01T10:05:00Z'],
      ['2026-03-01T12:05:00.25+02:00', '2026-03-01T10:05:00.250Z'],
      ['2026-03-01T10:05:00-00:00', '2026-03-01T10:05:00Z'],
      ['2026-02-30T10:05:00Z', undefined],
      ['2026-03-01T24:00:00Z', undefined],
      ['2026-03-01T10:05:60Z', undefined],
      ['0001-01-01T00:00:00+01:00', undefined],
      ['9999-12-31T23:59:59-01:00', undefined],
      ['2026-03-01 10:05:00', undefined],
      ['2026-03-01', undefined],
      [1772359500, undefined],
      [null, undefined],
    ]) {
      assert.equal(mapped('workflow_run', workflowRun({ updated_at: given })).occurred_at, written);
    }
  });

  test('an end before the start says nothing of either', () => {
    const { lifecycle } = mapped('workflow_run', workflowRun({ updated_at: '2026-03-01T09:00:00Z' }));
    assert.deepEqual(lifecycle, { state: 'succeeded' });
  });

  test('what has not begun has no start', () => {
    const waiting = workflowRun({ status: 'waiting', conclusion: null });
    assert.deepEqual(mapped('workflow_run', waiting).lifecycle, { state: 'waiting' });
    const blocked = workflowRun({ conclusion: 'action_required' });
    assert.deepEqual(mapped('workflow_run', blocked).lifecycle, { state: 'blocked' });
  });
});

describe('the key', () => {
  test('is the delivery id', () => {
    const delivery = '72d3162e-cc78-11e3-81ab-4c9367dc0958';
    assert.equal(mapped('workflow_run', workflowRun({}), { delivery }).delivery.dedupe_key, delivery);
  });

  test('is derived when there is none that can be a key', () => {
    const derived = mapped('workflow_run', workflowRun({})).delivery.dedupe_key;
    assert.match(derived, /^workflow_run:289782451:completed:/);
    for (const delivery of [undefined, '', 'two words', 'a\u0007b', 'x'.repeat(257), 5, null]) {
      assert.equal(mapped('workflow_run', workflowRun({}), { delivery }).delivery.dedupe_key, derived);
    }
  });

  test('differs for another action, time or attempt, and for whom an action concerns', () => {
    const asked = (id) => pullRequest({}, 'review_requested', { requested_reviewer: { login: 'x', id } });
    const payloads = [
      ['workflow_run', workflowRun({})],
      ['workflow_run', workflowRun({}, 'in_progress')],
      ['workflow_run', workflowRun({ updated_at: '2026-03-01T10:06:00Z' })],
      ['workflow_run', workflowRun({ run_attempt: 2 })],
      ['workflow_run', workflowRun({}, 'a:b')],
      ['pull_request', asked(1)],
      ['pull_request', asked(2)],
    ];
    const keys = payloads.map(([event, payload]) => mapped(event, payload).delivery.dedupe_key);
    assert.equal(new Set(keys).size, keys.length);
  });
});

describe('words', () => {
  test('are cut to the limit between scalar values, and keep the number', () => {
    const { subject } = mapped('pull_request', pullRequest({ title: '𝒳'.repeat(5000) }));
    assert.equal([...subject.label].length, LIMITS.label);
    assert.ok(subject.label.endsWith('𝒳… (#2)'));
    assert.ok(subject.label.isWellFormed());
  });

  test('lose controls, direction changes and lone surrogates, but not the marks of a script', () => {
    const title = ' a\u0000b\r\nc\u202Ed\u2066e\u2069\u200Ff\uD800 ';
    assert.equal(mapped('pull_request', pullRequest({ title })).subject.label, 'a b cde\u200Ff\uFFFD (#2)');
  });

  test('make no link of an address that is none', () => {
    for (const html_url of ['javascript:alert(1)', 'https://a:b@github.com/', '/relative', 'https://', 7]) {
      const { presentation } = mapped('pull_request', pullRequest({ html_url }));
      assert.ok(
        presentation.pubmark.endsWith('[Open the repository](<https://github.com/octo-org/octo-repo>)'),
      );
    }
  });

  test('say the same in both views', () => {
    assert.deepEqual(
      mapped('workflow_run', workflowRun({ display_title: 'Fix *this* & <b>that</b>' })).presentation,
      {
        lang: 'en',
        fallback: [
          'CI #7: succeeded',
          '- Repository: octo-org/octo-repo',
          '- For: Fix *this* & <b>that</b>',
          '- Branch: main',
          '- Commit: 9e60244',
          'Open the run: https://github.com/octo-org/octo-repo/actions/runs/289782451',
        ].join('\n'),
        pubmark: [
          '**CI \\#7**: succeeded',
          '',
          '- Repository: octo-org/octo-repo',
          '- For: Fix \\*this\\* \\& \\<b\\>that\\</b\\>',
          '- Branch: `main`',
          '- Commit: `9e60244`',
          '',
          '[Open the run](<https://github.com/octo-org/octo-repo/actions/runs/289782451>)',
        ].join('\n'),
      },
    );
  });
});

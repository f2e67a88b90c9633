// What outside events become: the truth tables row by row, what a hub is told beside the draft, what is left out, and that
// the core accepts every draft, whatever came.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { decideSend } from '@chirp-protocol/protocol/hub';
import {
  CLAUDE_CODE_OUTCOMES,
  CLAUDE_CODE_TEXTS,
  compareMoments,
  draftFromClaudeCode,
  draftFromGitHub,
  fromGitHub,
  GITHUB_EVENTS,
  GITHUB_OUTCOMES,
  toDraft,
} from '@chirp-protocol/webhook';
import fc from 'fast-check';

const require = createRequire(import.meta.url);
const repository = {
  full_name: 'octo-org/app',
  html_url: 'https://github.com/octo-org/app',
  owner: { login: 'octo-org' },
};
const AT = '2026-03-01T10:00:00Z';
const session = {
  session_id: 's-1',
  transcript_path: '/home/ana/.claude/x.jsonl',
  cwd: '/home/ana/secret/app',
};

/** The draft, which the core accepts as the first revision of its series. */
function accepted({ draft }) {
  assert.notEqual(draft, undefined);
  const decision = decideSend(JSON.stringify({ protocol: draft }), {
    channel: 'general',
    workspace: 'w',
    sources: ['*'],
    draft: true,
  });
  assert.equal(decision.decision, 'accepted', JSON.stringify(decision.problems));
  assert.deepEqual(decision.advice, []);
  return draft;
}

function saysRow(draft, { words, state, severity }) {
  assert.equal(draft.lifecycle?.state, state);
  assert.equal(draft.severity, severity);
  assert.ok(draft.presentation.fallback.split('\n')[0].includes(`: ${words}`), draft.presentation.fallback);
}

describe('the truth table of GitHub', () => {
  const run = (members) => ({ id: 5, name: 'CI', updated_at: AT, started_at: AT, ...members });
  const deliveries = {
    run_status: (word) => ['check_run', { repository, check_run: run({ status: word, conclusion: null }) }],
    run_conclusion: (word) => [
      'check_run',
      { repository, check_run: run({ status: 'completed', conclusion: word }) },
    ],
    check_suite_action: (action) => [
      'check_suite',
      { action, repository, check_suite: run({ status: 'completed' }) },
    ],
    check_run_action: (action) => [
      'check_run',
      { action, repository, check_run: run({ status: 'completed', conclusion: 'failure' }) },
    ],
    deployment_state: (state) => [
      'deployment_status',
      { repository, deployment: { id: 4 }, deployment_status: { id: 6, state, updated_at: AT } },
    ],
    pull_request: (word) => {
      const state = { open: 'open', draft: 'open', merged: 'closed', closed: 'closed' }[word];
      const pull_request = { state, draft: word === 'draft', merged: word === 'merged', updated_at: AT };
      return ['pull_request', { action: 'closed', number: 2, repository, pull_request }];
    },
    issue: (word) => {
      const isOpen = word === 'open' || word === 'reopened';
      const state_reason = word === 'open' || word === 'closed' ? null : word;
      const issue = { number: 3, state: isOpen ? 'open' : 'closed', state_reason, updated_at: AT };
      return ['issues', { action: 'closed', repository, issue }];
    },
    issue_action: (action) => [
      'issues',
      { action, repository, issue: { number: 3, state: 'open', updated_at: AT } },
    ],
  };

  test('has a delivery for each of its places', () =>
    assert.deepEqual(Object.keys(deliveries).sort(), Object.keys(GITHUB_OUTCOMES).sort()));

  for (const [place, rows] of Object.entries(GITHUB_OUTCOMES)) {
    for (const [word, outcome] of Object.entries(rows)) {
      test(`${place}: ${word}`, () => {
        const drafted = draftFromGitHub(...deliveries[place](word));
        saysRow(accepted(drafted), outcome);
        assert.equal(drafted.draft.instrument.audit, undefined);
        assert.equal(drafted.outside.at, AT);
      });
    }
  }

  test('nothing but success succeeds, and nothing passes an audit', () => {
    const succeeding = Object.values(GITHUB_OUTCOMES)
      .flatMap((rows) => Object.entries(rows))
      .filter(([, { state }]) => state === 'succeeded')
      .map(([word]) => word);
    assert.deepEqual(succeeding, ['success', 'success', 'merged', 'completed']);
  });
});

describe('the truth table of Claude Code', () => {
  const events = {
    hook_event_name: (hook_event_name) => ({ hook_event_name, agent_id: undefined, tool_name: 'Bash' }),
    notification_type: (notification_type) => ({ hook_event_name: 'Notification', notification_type }),
    background_tasks: () => ({ hook_event_name: 'Stop', background_tasks: [{ id: 't' }] }),
    is_interrupt: () => ({ hook_event_name: 'PostToolUseFailure', is_interrupt: true }),
  };

  for (const [place, rows] of Object.entries(CLAUDE_CODE_OUTCOMES)) {
    for (const [word, outcome] of Object.entries(rows)) {
      test(`${place}: ${word}`, () => {
        const event = { ...session, ...events[place](word) };
        const draft = accepted(draftFromClaudeCode(event, { at: AT, tools: true }));
        saysRow(draft, outcome);
        assert.equal(draft.instrument.attention?.since, outcome.asks ? AT : undefined);
        assert.deepEqual(draft.source, { kind: 'agent', id: 'claude-code', display_name: 'Claude Code' });
        assert.equal(draft.subject.label, 'Claude Code in app');
      });
    }
  }

  test('no row succeeds, and only what asks for a permission or an answer asks for somebody', () => {
    const rows = Object.values(CLAUDE_CODE_OUTCOMES).flatMap((all) => Object.entries(all));
    assert.ok(rows.every(([, { state }]) => state !== 'succeeded'));
    const asking = rows.filter(([, { asks }]) => asks).map(([word]) => word);
    assert.deepEqual(asking, ['PermissionRequest', 'permission_prompt', 'elicitation_dialog']);
  });

  test('what is not known, and every use of a tool, is passed over', () => {
    for (const event of [
      { hook_event_name: 'WorldEnded' },
      { hook_event_name: 'constructor' },
      { hook_event_name: 'Notification', notification_type: 'auth_success' },
      { hook_event_name: 'Notification' },
      { hook_event_name: 'PreToolUse', tool_name: 'Bash' },
      { hook_event_name: 'PostToolUse', tool_name: 'Bash' },
      { hook_event_name: 'Stop', session_id: 7 },
    ])
      assert.equal(draftFromClaudeCode({ ...session, ...event }, { at: AT }).draft, undefined);
  });

  test('what happens in a subagent is said of the subagent', () => {
    const event = { ...session, hook_event_name: 'SubagentStop', agent_id: 'a-1', agent_type: 'Explore' };
    assert.deepEqual(accepted(draftFromClaudeCode(event)).subject, {
      kind: 'subagent',
      id: 's-1/a-1',
      label: 'Claude Code, Explore in app',
    });
  });
});

describe('what is left out', () => {
  const canary = 'canary-7f3a';
  const texts = {
    prompt: canary,
    tool_input: { command: canary, file_path: `/home/ana/${canary}` },
    tool_response: { stdout: canary },
    last_assistant_message: canary,
    message: canary,
    title: canary,
    error: canary,
    error_details: canary,
    custom_instructions: canary,
    transcript_path: `/home/${canary}/x.jsonl`,
    agent_transcript_path: `/home/${canary}/x.jsonl`,
    cwd: `/home/${canary}/app`,
    background_tasks: [{ command: canary }],
  };
  const names = [...Object.keys(CLAUDE_CODE_OUTCOMES.hook_event_name), 'Notification'];

  test('by default nothing that anybody typed or said, and of a path only the last name', () => {
    for (const hook_event_name of names) {
      const event = { ...session, ...texts, hook_event_name, notification_type: 'permission_prompt' };
      const draft = accepted(draftFromClaudeCode(event, { at: AT, tools: true }));
      assert.ok(!JSON.stringify(draft).includes(canary), hook_event_name);
      assert.ok(!JSON.stringify(draft).includes('/home'), hook_event_name);
    }
  });

  test('what is asked for is its first 120 characters, and of a path the last name', () => {
    const long = { ...session, hook_event_name: 'UserPromptSubmit', prompt: '𝒳'.repeat(500) };
    const { fallback } = accepted(draftFromClaudeCode(long, { include: ['prompt'] })).presentation;
    assert.equal([.../^- Prompt: (.*)$/m.exec(fallback)[1]].length, 120);
    for (const file_path of ['/home/ana/plan.md', 'C:\\Users\\ana\\plan.md', '/home/ana/plan.md/']) {
      const event = {
        ...session,
        hook_event_name: 'PermissionRequest',
        tool_name: 'Edit',
        tool_input: { file_path },
      };
      const draft = accepted(draftFromClaudeCode(event, { include: ['tool_input'], at: AT }));
      assert.match(draft.presentation.fallback, /^- Given to the tool: plan\.md$/m);
    }
  });
});

describe('keys', () => {
  test('of a use of a tool is its id, else what is given', () => {
    const event = {
      ...session,
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_use_id: 'toolu_1',
    };
    assert.equal(draftFromClaudeCode(event).key, 'PostToolUseFailure:s-1:toolu_1');
    assert.equal(draftFromClaudeCode(event, { delivery: 'k' }).draft.delivery.dedupe_key, 'k');
    assert.equal(draftFromClaudeCode({ ...session, hook_event_name: 'Stop' }).key, undefined);
  });

  test('of a delivery without a mapping is known all the same', () =>
    assert.deepEqual(draftFromGitHub('push', {}, { delivery: 'd-1' }), { key: 'd-1' }));
});

describe('who must act', () => {
  const pull = (members) => ({
    action: 'labeled',
    number: 2,
    repository,
    pull_request: { state: 'open', updated_at: AT, ...members },
  });

  test('a review that is asked for asks those people, as long as the pull request is open', () => {
    const asked = { requested_reviewers: [{ login: 'octocat' }, {}], requested_teams: [{ slug: 'core' }] };
    assert.deepEqual(accepted(draftFromGitHub('pull_request', pull(asked))).instrument.attention, {
      reason: 'a review is asked for',
      since: AT,
      audience: [
        { kind: 'role', id: 'github.com/octocat' },
        { kind: 'role', id: 'github.com/octo-org/core' },
      ],
    });
    for (const members of [
      {},
      { ...asked, state: 'closed' },
      { ...asked, draft: true },
      { ...asked, updated_at: 'x' },
    ])
      assert.equal(accepted(draftFromGitHub('pull_request', pull(members))).instrument.attention, undefined);
  });

  test('a run that needs someone to act asks everyone, and a failure nobody', () => {
    const run = (conclusion) => ({
      repository,
      workflow_run: { id: 1, status: 'completed', conclusion, updated_at: AT },
    });
    const needs = accepted(draftFromGitHub('workflow_run', run('action_required'))).instrument.attention;
    assert.deepEqual(needs, { reason: 'needs someone to act', since: AT });
    assert.equal(accepted(draftFromGitHub('workflow_run', run('failure'))).instrument.attention, undefined);
  });
});

test('a run is in order: requested, in progress, completed, and the same again for another attempt', () => {
  const moments = [1, 2].flatMap((run_attempt) =>
    [['requested'], ['queued'], ['in_progress'], ['completed', 'success']].map(
      ([status, conclusion = null]) => {
        const workflow_run = { id: 1, status, conclusion, run_attempt, updated_at: AT };
        return draftFromGitHub('workflow_run', { repository, workflow_run }).outside;
      },
    ),
  );
  for (const [index, moment] of moments.entries())
    for (const other of moments.slice(index)) assert.ok(compareMoments(moment, other) <= 0);
  assert.ok(compareMoments(moments[3], moments[4]) < 0);
  assert.ok(compareMoments({ at: '2026-03-01T10:00:00.250Z', step: 0 }, { at: AT, step: 9 }) > 0);
});

test('toDraft tells GitHub by the event, Claude Code by its member, and is silent on the rest', () => {
  const stop = { ...session, hook_event_name: 'Stop' };
  assert.deepEqual(toDraft(stop, { at: AT }), draftFromClaudeCode(stop, { at: AT }));
  const [event, payload] = ['workflow_run', { repository, workflow_run: { id: 1 } }];
  assert.deepEqual(
    toDraft(payload, { event, delivery: 'd' }),
    draftFromGitHub(event, payload, { delivery: 'd' }),
  );
  for (const value of [payload, { body: 'x' }, null, 'x', undefined]) assert.deepEqual(toDraft(value), {});
});

describe('the core accepts every draft', () => {
  const places = ['api.github.com', 'ghes-31', 'ghes-32', 'ghes-33', 'ghes-34', 'ghes-35'];
  const examples = places.flatMap((place) =>
    require(`@octokit/webhooks-examples/${place}/index.json`)
      .filter(({ name }) => GITHUB_EVENTS.includes(name))
      .flatMap(({ name, examples }) => examples.map((payload) => ({ event: name, payload }))),
  );

  test('of every example of GitHub', () => {
    const counts = {};
    for (const { event, payload } of examples) {
      accepted(draftFromGitHub(event, payload, { delivery: 'd' }));
      counts[event] = (counts[event] ?? 0) + 1;
    }
    assert.deepEqual(Object.keys(counts).sort(), [...GITHUB_EVENTS].sort());
    assert.ok(counts.check_run >= 9 && counts.issues >= 29, JSON.stringify(counts));
  });

  const anyValue = fc.oneof(
    fc.jsonValue({ stringUnit: 'binary' }),
    fc.string({ unit: 'binary' }),
    fc.integer(),
  );
  const damage = fc.array(fc.tuple(fc.nat(), anyValue), { minLength: 1, maxLength: 8 });

  test('of every damaged one, or there is none', () => {
    fc.assert(
      fc.property(fc.constantFrom(...examples), damage, anyValue, ({ event, payload }, changes, delivery) => {
        const damaged = changes.reduce(
          (value, [at, to]) => replaced(value, at, to),
          structuredClone(payload),
        );
        const drafted = draftFromGitHub(event, damaged, { delivery });
        if (drafted.draft !== undefined) accepted(drafted);
        assert.equal(drafted.draft === undefined, fromGitHub(event, damaged) === null);
      }),
      { numRuns: 1000 },
    );
  });

  test('of every event of Claude Code, or there is none', () => {
    const event = fc.record(
      {
        hook_event_name: fc.constantFrom(
          ...Object.keys(CLAUDE_CODE_OUTCOMES.hook_event_name),
          'Notification',
          'x',
        ),
        notification_type: fc.oneof(fc.constantFrom('permission_prompt', 'idle_prompt'), anyValue),
        session_id: fc.oneof(fc.constant('s'), anyValue),
        cwd: anyValue,
        agent_id: anyValue,
        agent_type: anyValue,
        tool_name: anyValue,
        tool_use_id: anyValue,
        tool_input: fc.oneof(anyValue, fc.record({ command: anyValue, file_path: anyValue })),
        prompt: anyValue,
        error: anyValue,
        model: anyValue,
        background_tasks: anyValue,
        is_interrupt: anyValue,
      },
      { requiredKeys: ['hook_event_name', 'session_id'] },
    );
    let drafts = 0;
    fc.assert(
      fc.property(event, fc.oneof(fc.constant(AT), anyValue), anyValue, (value, at, delivery) => {
        const drafted = draftFromClaudeCode(value, { at, delivery, tools: true, include: CLAUDE_CODE_TEXTS });
        if (drafted.draft === undefined) return;
        drafts += 1;
        accepted(drafted);
      }),
      { numRuns: 2000 },
    );
    assert.ok(drafts > 500, `${drafts}`);
  });

  test('of any JSON value, or there is none', () => {
    fc.assert(
      fc.property(
        anyValue,
        fc.option(fc.constantFrom(...GITHUB_EVENTS), { nil: undefined }),
        (value, event) => {
          const drafted = toDraft(value, { event });
          if (drafted.draft !== undefined) accepted(drafted);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

/** The value with the one of its members, counted over the whole of it, replaced. */
function replaced(value, at, to) {
  const places = [];
  const walk = (node) => {
    for (const name of Object.keys(node)) {
      places.push([node, name]);
      if (typeof node[name] === 'object' && node[name] !== null) walk(node[name]);
    }
  };
  walk(value);
  const [node, name] = places[at % places.length];
  Object.defineProperty(node, name, { value: to, enumerable: true, configurable: true, writable: true });
  return value;
}

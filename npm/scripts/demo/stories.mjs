// Owns: what happens in the demo: a few stories, each of which is told from its beginning to its end, and then again.

import {
  ask,
  audit,
  CI,
  DEPLOYER,
  draft,
  evidence,
  lines,
  MONITOR,
  now,
  PLANNER,
  TRIAGE,
  WRITER,
} from './words.mjs';

/** How long a person has for an answer before a story goes on without, in milliseconds. */
const PATIENCE_MS = 20 * 60_000;

const RUN = { category: 'run', layout: 'status' };

const STEPS = ['Install', 'Compile', 'Unit tests', 'Browser tests', 'Package'];

/** A build: it is queued, goes through its steps, and now and then one fails. */
export async function build(hub, round) {
  const number = Math.floor(Date.now() / 1000) % 100_000;
  const [service, branch] = [
    ['web', 'main'],
    ['api', 'retry-with-bound'],
    ['ledger', 'main'],
    ['search', 'synonyms'],
  ][round % 4];
  const subject = {
    kind: 'build',
    id: `${service}/${number}`,
    label: `${service}, build ${number} of ${branch}`,
  };
  const started_at = now();
  const failsAt = round % 4 === 1 ? 3 : undefined;
  const tell = (state, done, more = {}) => {
    const isOver = state === 'succeeded' || state === 'failed';
    const step = STEPS[Math.min(done, STEPS.length - 1)];
    const words = {
      queued: 'waits for a machine',
      running: `is at ${step}`,
      succeeded: 'succeeded',
      failed: `failed at ${step}`,
    };
    const list = STEPS.map((name, index) => {
      const sign =
        index < done
          ? 'done'
          : index === done && state === 'failed'
            ? '**failed**'
            : index === done && state === 'running'
              ? 'running'
              : 'to come';
      return `${index + 1}. ${name}: ${sign}`;
    });
    return hub.revise(
      'builds',
      draft(
        CI,
        subject,
        {
          text: `${subject.label} ${words[state]}: ${done} of ${STEPS.length} steps are done.`,
          pubmark: lines(...list),
        },
        { ...RUN, ...more },
        {
          lifecycle: {
            state,
            counts: { done, total: STEPS.length },
            ...(state === 'queued' ? {} : { started_at }),
            ...(isOver ? { ended_at: now() } : {}),
          },
          ...(state === 'failed' ? { severity: 'error' } : {}),
        },
      ),
    );
  };
  await tell('queued', 0);
  await hub.rest(4_000);
  for (let done = 0; done < STEPS.length; done += 1) {
    await tell('running', done);
    await hub.rest(6_000);
    if (done !== failsAt) continue;
    const message = await tell('failed', done, {
      audit: audit('failed', subject.label, 'passed Types', 'failed Browser tests'),
    });
    await hub.say(
      'builds',
      'The browser test “a booking is kept” failed twice in the same place. It is not a flaky one.',
      message.id,
    );
    return;
  }
  await tell('succeeded', STEPS.length, {
    audit: audit(
      'passed',
      subject.label,
      'passed Types',
      'passed 2318 unit tests',
      'passed 164 browser tests',
    ),
  });
}

/** A release: it waits for an approval, and does what the answer says. */
export async function release(hub, round) {
  const version = `4.${13 + round}.0`;
  const hosts = 4;
  const subject = {
    kind: 'deployment',
    id: `web/production/${Math.floor(Date.now() / 1000)}`,
    label: `Release web ${version} to production`,
  };
  const waiting = await hub.revise(
    'releases',
    draft(
      DEPLOYER,
      subject,
      {
        text: lines(
          `Release web ${version} to production? It was on staging for two days without a report.`,
          'You can release it, hold it, or say that you have seen this.',
        ),
        pubmark: lines(
          '| | on staging | in production |',
          '| :-- | --: | --: |',
          '| Error rate | 0.01 % | 0.02 % |',
          '| p99 | 174 ms | 182 ms |',
          '| Open reports | 0 | 3 |',
          '',
          'It changes no schema and can be rolled back.',
        ),
      },
      {
        category: 'decision',
        layout: 'comparison',
        attention: ask(`Release ${version} waits for you`),
        audit: audit('passed', `web ${version}`, 'passed Staging, 48 hours', 'passed Roll back and forward'),
      },
      {
        kind: 'request',
        severity: 'notice',
        lifecycle: { state: 'waiting' },
        actions: [
          {
            id: 'release',
            label: `Release ${version}`,
            capability: 'chirp.review.approve',
            emphasis: 'primary',
            arguments: { service: 'web', version, hosts },
            confirm: {
              title: `Release web ${version} to production?`,
              body: 'Four hosts, one after the other. It takes half a minute.',
            },
          },
          { id: 'hold', label: 'Hold it', capability: 'chirp.review.reject' },
          { id: 'seen', label: 'I have seen it', capability: 'chirp.acknowledge' },
        ],
      },
    ),
  );
  const answer = await hub.answer(waiting, PATIENCE_MS, (action) => action !== 'seen');
  const over = (state, words) =>
    hub.revise(
      'releases',
      draft(DEPLOYER, subject, { text: words }, RUN, { lifecycle: { state, ended_at: now() } }),
    );
  if (answer !== 'release') {
    await over(
      'cancelled',
      answer === 'hold'
        ? `web ${version} is held: it stays on staging.`
        : `web ${version} was not released: nobody answered.`,
    );
    return;
  }
  const started_at = now();
  for (let done = 0; done <= hosts; done += 1) {
    const isOver = done === hosts;
    await hub.revise(
      'releases',
      draft(
        DEPLOYER,
        subject,
        {
          text: `web ${version} to production: ${done} of ${hosts} hosts are done.${isOver ? ' Error rate 0.01 %.' : ''}`,
          pubmark: `**${done} of ${hosts}** hosts are done.${isOver ? ' Error rate **0.01 %**.' : ''}`,
        },
        {
          ...RUN,
          ...(isOver
            ? {
                audit: audit(
                  'passed',
                  `web ${version} in production`,
                  'passed Health of every host',
                  'passed Error budget',
                ),
              }
            : {}),
        },
        {
          lifecycle: {
            state: isOver ? 'succeeded' : 'running',
            counts: { done, total: hosts },
            started_at,
            ...(isOver ? { ended_at: now() } : {}),
          },
        },
      ),
    );
    await hub.rest(5_000);
  }
  await hub.say('general', `web ${version} is in production.`);
}

const STATIONS = [
  'Bookings in eu-west fail: 18 of 100 requests.',
  'Only requests by way of the new load balancer fail.',
  'The pool of connections is exhausted: 200 of 200 are in use.',
  'The pool is raised to 400; 3 of 100 requests fail.',
  'No request fails any more. The cause was a retry without a bound.',
];

/** An incident: it calls, its timeline grows, and it calms down. */
export async function incident(hub) {
  const subject = {
    kind: 'incident',
    id: `eu-west/${Math.floor(Date.now() / 1000)}`,
    label: 'Bookings fail in eu-west',
  };
  const started_at = now();
  const reason = ask('Customers cannot book in eu-west');
  const told = [];
  let isSeen = false;
  for (const [index, words] of STATIONS.entries()) {
    told.push(`${now().slice(11, 16)} UTC: ${words}`);
    const isOver = index === STATIONS.length - 1;
    const isCalm = index === STATIONS.length - 2;
    const message = await hub.revise(
      'incidents',
      draft(
        MONITOR,
        subject,
        {
          text: lines(subject.label, ...told),
          pubmark: lines(...told.map((line, place) => `${place + 1}. ${line}`)),
        },
        {
          category: 'incident',
          layout: 'timeline',
          ...(isOver || isSeen ? {} : { attention: reason }),
          ...(isOver
            ? {
                audit: audit(
                  'passed',
                  subject.label,
                  'passed No failure for a minute',
                  'passed Pool below 60 %',
                ),
                evidence: [evidence('retry.diff', 'text/x-diff')],
              }
            : {}),
        },
        {
          kind: 'report',
          severity: isOver ? 'notice' : isCalm ? 'error' : 'critical',
          lifecycle: {
            state: isOver ? 'succeeded' : 'running',
            started_at,
            ...(isOver ? { ended_at: now() } : {}),
          },
          ...(isOver
            ? {}
            : {
                actions: [
                  {
                    id: 'acknowledge',
                    label: 'I am on it',
                    capability: 'chirp.acknowledge',
                    emphasis: 'primary',
                  },
                  {
                    id: 'assign',
                    label: 'Give it to the platform team',
                    capability: 'chirp.assign',
                    arguments: { assignee: 'platform' },
                  },
                ],
              }),
        },
      ),
    );
    const answer = isSeen || isOver ? await hub.rest(12_000) : await hub.answer(message, 14_000);
    if (answer === 'acknowledge') {
      isSeen = true;
      await hub.say('incidents', 'Somebody is on it. The alarm is quiet now.', message.id);
    }
  }
}

/** A question with two answers, from an agent that cannot go on alone. */
export async function question(hub, round) {
  const [label, text, first, second] = [
    [
      'Where sessions are kept',
      'Where shall sessions be kept: SQLite, p99 2 ms, or Redis, p99 5 ms?',
      'Take SQLite',
      'Ask for more',
    ],
    [
      'Merge the retry with a bound?',
      'Tests pass and two reviewers agree: shall “retry with a bound” be merged?',
      'Merge it',
      'Not yet',
    ],
    [
      'Raise the rate limit of Meridian?',
      'Meridian imports 90,000 bookings today: shall their limit go from 50 to 200 a second?',
      'Raise it',
      'Leave it',
    ],
  ][round % 3];
  const subject = { kind: 'decision', id: `${round % 3}/${Math.floor(Date.now() / 1000)}`, label };
  const instrument = { category: 'decision', layout: 'status' };
  const asked = await hub.revise(
    'general',
    draft(
      PLANNER,
      subject,
      { text },
      { ...instrument, attention: ask('The agent waits for your answer') },
      {
        kind: 'request',
        lifecycle: { state: 'waiting' },
        actions: [
          { id: 'accept', label: first, capability: 'chirp.review.approve', emphasis: 'primary' },
          { id: 'decline', label: second, capability: 'chirp.review.reject' },
        ],
      },
    ),
  );
  const answer = await hub.answer(asked, PATIENCE_MS);
  const words =
    answer === 'accept'
      ? `It was decided: ${first.toLowerCase()}.`
      : answer === 'decline'
        ? `It was decided: ${second.toLowerCase()}.`
        : 'Nobody answered in time.';
  await hub.revise(
    'general',
    draft(PLANNER, subject, { text: lines(label, words) }, instrument, {
      lifecycle: { state: answer === undefined ? 'cancelled' : 'succeeded', ended_at: now() },
    }),
  );
}

/** The work of an agent: notes that grow, and a report at the end. */
export async function notes(hub, round) {
  const subject = { kind: 'document', id: 'handover', label: 'Notes for the next shift' };
  const parts = [
    'Two builds failed in the browser tests; both are known.',
    'The pool of eu-west is at 400 for now.',
    'web is released from staging when somebody approves it.',
  ];
  const known = parts.slice(0, (round % parts.length) + 1);
  await hub.revise(
    'general',
    draft(
      WRITER,
      subject,
      {
        text: lines(subject.label, ...known.map((part) => `- ${part}`)),
        pubmark: lines('## What you must know', '', ...known.map((part) => `- ${part}`)),
      },
      { category: 'knowledge', layout: 'document' },
    ),
  );
  await hub.rest(15_000);
  const report = {
    kind: 'report',
    id: `triage/${Math.floor(Date.now() / 1000)}`,
    label: 'What failed today',
  };
  await hub.revise(
    'builds',
    draft(
      TRIAGE,
      report,
      {
        text: lines(
          report.label,
          'The browser test “a booking is kept” failed in two builds, for one reason.',
        ),
      },
      {
        category: 'artifact',
        layout: 'artifact',
        evidence: [evidence('failures.csv', 'text/csv'), evidence('trace.json', 'application/json')],
      },
    ),
  );
}

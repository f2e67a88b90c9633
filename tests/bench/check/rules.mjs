// Owns the rules between members that the generator promises to keep and that no schema here states. A corpus
// that broke one would time the package under test on its way to a refusal.

const ENDED = new Set(['succeeded', 'failed', 'cancelled']);
const instant = (timestamp) => Date.parse(timestamp.replace(/\.(\d{1,3})\d*/, '.$1'));

/** What is wrong with an envelope, in words; empty if nothing is. */
export function brokenRules(envelope) {
  const broken = [];
  const require = (condition, what) => {
    if (!condition) broken.push(what);
  };
  const { lifecycle, actions, instrument, subject } = envelope;

  if (lifecycle.ended_at !== undefined) {
    require(ENDED.has(lifecycle.state), 'an open state has an end');
    if (lifecycle.started_at !== undefined) {
      require(instant(lifecycle.started_at) <= instant(lifecycle.ended_at), 'the end is before the start');
    }
  }
  if (lifecycle.counts !== undefined)
    require(lifecycle.counts.done <= lifecycle.counts.total, 'more done than there is');
  if (actions !== undefined) {
    require(new Set(actions.map(({ id }) => id)).size === actions.length, 'two actions share an id');
    for (const { active_from: from, active_until: until } of actions) {
      if (from !== undefined) require(instant(from) < instant(until), 'an action closes before it opens');
    }
  }
  if (instrument !== undefined) {
    require(subject !== undefined, 'an instrument without a subject');
    require(instrument.revision > 1 ===
      (instrument.predecessor !== undefined), 'predecessor and revision disagree');
    const { since, until } = instrument.attention;
    if (until !== undefined) require(instant(since) < instant(until), 'attention ends before it begins');
    requireAudit(instrument.audit, require);
  }
  for (const url of links(envelope))
    require(new URL(url).href === url, `a link is not in its strict form: ${url}`);
  return broken;
}

function requireAudit({ status, proof, checks }, require) {
  const statuses = checks.map((check) => check.status);
  require((status === 'passed' || status === 'failed') ===
    (proof !== undefined), 'proof and status disagree');
  if (status === 'passed')
    require(!statuses.some((one) => one === 'failed' || one === 'pending'), 'passed with a bad check');
  if (status === 'failed') require(statuses.includes('failed'), 'failed without a failed check');
  require(checks.every((check) => check.evidence.length > 0), 'a check without evidence');
  require(new Set(checks.map(({ id }) => id)).size === checks.length, 'two checks share an id');
}

/** Every link in a value: the members named `url`. */
export function links(value) {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => (name === 'url' ? [member] : links(member)));
}

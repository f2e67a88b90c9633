// Owns what a JavaScript program does without the package: it puts heads that it trusts into lenses for one person. Each
// answers how many heads need that person, and leaves them unordered.

const LENS_OF = { run: 2, decision: 4, incident: 8, artifact: 16, knowledge: 32 };
const NEEDS_ME = 1;

/** Registered names that the viewer may use. */
const allowedBy = ({ viewer, capabilities }) =>
  new Set(
    capabilities
      .filter(({ roles }) => roles === undefined || roles.some((role) => viewer.roles.includes(role)))
      .map(({ name }) => name),
  );

const appliesTo = ({ audience }, { id, roles }) =>
  audience === undefined ||
  audience.some((party) => (party.kind === 'user' ? party.id === id : roles.includes(party.id)));

/** One filter for each lens, as an application would write it. */
export function idiomatic(heads, context, now) {
  const allowed = allowedBy(context);
  const at = Date.parse(now);
  const isOpen = (from, until) =>
    (from === undefined || Date.parse(from) <= at) && (until === undefined || at < Date.parse(until));
  const needsMe = ({ instrument: { attention }, actions }) =>
    attention !== undefined &&
    isOpen(attention.since, attention.until) &&
    appliesTo(attention, context.viewer) &&
    (actions === undefined ||
      actions.some(
        (action) => allowed.has(action.capability) && isOpen(action.active_from, action.active_until),
      ));
  const lenses = { needs_me: heads.filter(needsMe) };
  for (const category of Object.keys(LENS_OF)) {
    lenses[category] = heads.filter(({ instrument }) => instrument.category === category);
  }
  return lenses.needs_me.length;
}

/** One loop, which compares timestamps as text: they are all in UTC and of one length. */
export function onePass(heads, context, now) {
  const allowed = allowedBy(context);
  const at = now.replace('Z', '.000Z');
  const lenses = new Uint8Array(heads.length);
  let count = 0;
  for (let i = 0; i < heads.length; i++) {
    const { instrument, actions } = heads[i];
    const { attention } = instrument;
    let bits = LENS_OF[instrument.category];
    if (
      attention !== undefined &&
      attention.since <= at &&
      (attention.until === undefined || at < attention.until) &&
      appliesTo(attention, context.viewer) &&
      (actions === undefined || anyOpen(actions, allowed, at))
    ) {
      bits |= NEEDS_ME;
      count += 1;
    }
    lenses[i] = bits;
  }
  return count;
}

function anyOpen(actions, allowed, at) {
  for (const { capability, active_from: from, active_until: until } of actions) {
    if (allowed.has(capability) && (from === undefined || from <= at) && (until === undefined || at < until))
      return true;
  }
  return false;
}

/** What a careful program keeps for one person: numbers. At most one action of a head is taken into account. */
export function columns(heads, context) {
  const allowed = allowedBy(context);
  const flags = new Uint8Array(heads.length);
  const from = new Float64Array(heads.length);
  const until = new Float64Array(heads.length);
  heads.forEach(({ instrument, actions }, i) => {
    const { attention } = instrument;
    flags[i] = LENS_OF[instrument.category];
    if (attention === undefined || !appliesTo(attention, context.viewer)) return;
    const [action = {}] = actions ?? [];
    if (actions !== undefined && !allowed.has(action.capability)) return;
    flags[i] |= MAY_NEED_ME;
    const ms = (text, absent) => (text === undefined ? absent : Date.parse(text));
    from[i] = Math.max(Date.parse(attention.since), ms(action.active_from, Number.NEGATIVE_INFINITY));
    until[i] = Math.min(
      ms(attention.until, Number.POSITIVE_INFINITY),
      ms(action.active_until, Number.POSITIVE_INFINITY),
    );
  });
  return { flags, from, until, lenses: new Uint8Array(heads.length) };
}

/** One loop over numbers. */
export function queryColumns({ flags, from, until, lenses }, now) {
  const at = Date.parse(now);
  let count = 0;
  for (let i = 0; i < flags.length; i++) {
    let bits = flags[i];
    if (bits & MAY_NEED_ME) {
      if (from[i] <= at && at < until[i]) {
        bits |= NEEDS_ME;
        count += 1;
      }
      bits &= ~MAY_NEED_ME;
    }
    lenses[i] = bits;
  }
  return count;
}

const MAY_NEED_ME = 64;

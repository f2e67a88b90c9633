// Owns: asking the package what a board asks, and holding the answers against a vector. Runs in Node and in a page.

const FIELDS = ['id', 'comment', 'flags', 'op', 'input', 'options', 'expect'];
const EXPECTED = ['answer', 'problems', 'misuse'];

const encoder = new TextEncoder();

/**
 * How the answers to a case differ from what is expected, asked with bytes and with text; empty when they do not. Undefined
 * for an entry that is not asked this.
 */
export function asks(api, one) {
  for (const [value, names] of [
    [one, FIELDS],
    [one.expect, EXPECTED],
  ]) {
    const unknown = Object.keys(value).find((name) => !names.includes(name));
    if (unknown !== undefined) throw new Error(`${one.id}: unknown field ${unknown}`);
  }
  if (typeof api.LensIndex !== 'function') return undefined;
  const [[kind, expected]] = Object.entries(one.expect);
  return [encoder.encode(one.input), one.input].flatMap((input) => {
    const found = named(api, () => ask(api, one, input));
    if (isPart({ [kind]: expected }, found)) return [];
    return [`expected ${JSON.stringify(one.expect)}, found ${JSON.stringify(found)}`.slice(0, 1200)];
  });
}

function ask(api, { op, options }, input) {
  if (op === 'lensIndex') return steps(api, options, input);
  const answer = options === undefined ? api[op](input) : api[op](input, options);
  return answer === undefined ? null : answer;
}

/** Opens an index, puts the lines, takes the steps: the answers of all, in order. */
function steps(api, { workspace, context, steps }, input) {
  const index = new api.LensIndex({ workspace, context });
  try {
    return [{ putLines: input }, ...steps].map((step) => {
      const { answer, ...other } = named(api, () => take(index, step));
      return answer === undefined ? other : answer;
    });
  } finally {
    index.free();
  }
}

function take(index, step) {
  const [[name, value]] = Object.entries(step);
  switch (name) {
    case 'remove':
      return { changed: index.remove(value) ? 1 : 0 };
    case 'setContext':
    case 'setNow':
      return { changed: index[name](value) };
    case 'setDone':
      return { changed: index.setDone(...value.split(' ')) };
    case 'counts':
      return index.counts;
    case 'changesAt':
      return { changes_at: index.changesAt };
    case 'head':
      return index.head(value) ?? null;
    default:
      return index[name](value);
  }
}

/** An answer under the name that a vector gives it. Of options that are misuse, the first problem is in the sentence. */
function named(api, run) {
  try {
    return { answer: run() };
  } catch (error) {
    if (error instanceof api.EnvelopeError) return { problems: error.problems };
    if (!(error instanceof api.CoreError) || error.code !== 'misuse') throw error;
    const [, code, at] = /: (\w+) at (\S+): /.exec(error.message) ?? [];
    return { misuse: code === undefined ? null : [{ code, at }] };
  }
}

/** Whether `whole` says all that `part` says: what `part` does not name is not compared, and null is what is not there. */
function isPart(part, whole) {
  if (typeof part !== 'object' || part === null) return part === (whole ?? null);
  if (typeof whole !== 'object' || whole === null || Array.isArray(part) !== Array.isArray(whole))
    return false;
  if (Array.isArray(part) && part.length !== whole.length) return false;
  return Object.entries(part).every(([name, value]) => isPart(value, whole[name]));
}

// Owns the group growth: whether the work of the core is linear in hostile input. Instructions are counted, natively,
// by valgrind, because time says nothing of a factor of two on a busy machine.
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROGRAM = 'target/release/examples/growth';
const BUILD = ['build', '--quiet', '--release', '--package', 'chirp-core', '--features', 'compile'];

/** Twice the input may take this many times the work: linear is 2, and sorting a little more. */
export const MOST_GROWTH = 2.5;

const run = async (program, args) => promisify(execFile)(program, args, { cwd: ROOT, maxBuffer: 1 << 24 });

/** Why the group cannot be measured here, if so. */
export async function growthMissing() {
  return run('valgrind', ['--version']).then(
    () => undefined,
    () => 'valgrind is not installed',
  );
}

/** One row for each kind of input. */
export async function growthRows() {
  await run('cargo', [...BUILD, '--example', 'growth']);
  const { stdout } = await run(PROGRAM, []);
  const waiting = stdout.trim().split('\n').entries();
  const rows = [];
  const work = async () => {
    for (const [index, line] of waiting) rows[index] = await row(...line.split('\t'));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return rows;
}

/** The kinds that grow faster than they may. */
export const tooFast = (rows) => rows.filter(({ growth }) => growth > MOST_GROWTH).map(({ input }) => input);

async function row(input, size) {
  const [once, twice] = [await instructions(input, +size), await instructions(input, 2 * size)];
  return {
    input,
    bytes: +size,
    per_byte: Math.round(once / size),
    growth: Math.round((100 * twice) / once) / 100,
  };
}

async function instructions(input, size) {
  const tool = ['--tool=callgrind', '--callgrind-out-file=/dev/null', '--toggle-collect=*measured*'];
  const { stderr } = await run('valgrind', [...tool, PROGRAM, input, String(size)]);
  const [, count] = /Collected : (\d+)/.exec(stderr) ?? [];
  if (count === undefined) throw new Error(`valgrind did not count: ${stderr}`);
  return Number(count);
}

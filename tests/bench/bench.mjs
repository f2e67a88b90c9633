// Owns a run of the bench: picks the groups, measures them and prints.
//   node bench.mjs --help
import os from 'node:os';
import { BROWSER_GROUPS, openPage } from './browser/run.mjs';
import { belowFloors } from './floors.mjs';
import { COLD_GROUPS, coldRows } from './groups/cold.mjs';
import { growthMissing, growthRows, MOST_GROWTH, tooFast } from './groups/growth.mjs';
import { HUB_GROUPS, hubRows } from './groups/hub.mjs';
import { lensGroups } from './groups/lenses.mjs';
import { lineGroups } from './groups/lines.mjs';
import { markupGroups } from './groups/markup.mjs';
import { messageGroups } from './groups/messages.mjs';
import { sealedGroups } from './groups/sealed.mjs';
import { sizeRows } from './groups/size.mjs';
import { readOptions, USAGE } from './options.mjs';
import { loadOurs } from './ours.mjs';
import { printer, timedRows } from './report.mjs';
import { measure } from './timing.mjs';

const COLD_RUNS = { full: 15, quick: 3 };

const options = readOptions(process.argv.slice(2));
if (options.help) {
  console.log(USAGE);
} else if (options.floors) {
  const faults = await belowFloors(timedGroups(await loadOurs()));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
} else {
  await run();
}

async function run() {
  const ours = await loadOurs();
  const print = printer(options.json);
  print.meta({
    ours: ours === undefined ? 'left out' : ours.version,
    node: process.version,
    cpu: os.cpus()[0].model,
    cores: os.cpus().length,
    load: os.loadavg()[0].toFixed(2),
    rounds: options.effort.rounds,
  });

  for (const group of timedGroups(ours).filter(({ name }) => options.wanted(name))) {
    print.timed(group, timedRows(group, await measure(group.cases(), options.effort)));
  }
  await inBrowser(
    BROWSER_GROUPS.filter(({ name }) => options.browser && ours !== undefined && options.wanted(name)),
    print,
  );
  const runs = options.quick ? COLD_RUNS.quick : COLD_RUNS.full;
  for (const name of COLD_GROUPS.filter(options.wanted)) {
    print.plain(name, await coldRows(name, ours !== undefined, runs));
  }
  for (const name of HUB_GROUPS.filter((name) => ours !== undefined && options.wanted(name))) {
    print.plain(name, await hubRows(name, options.quick));
  }
  if (options.wanted('size')) print.plain('size', await sizeRows(ours !== undefined));

  if (ours !== undefined && options.wanted('growth')) await growth(print);

  print.done({ load: os.loadavg()[0].toFixed(2), seconds: Math.round(process.uptime()) });
}

function timedGroups(ours) {
  return [sealedGroups, messageGroups, markupGroups, lineGroups, lensGroups].flatMap((groups) =>
    groups(ours),
  );
}

async function inBrowser(groups, print) {
  if (groups.length === 0) return;
  const page = await openPage();
  try {
    print.meta({ chromium: page.version });
    for (const group of groups)
      print.timed(group, timedRows(group, await page.measure(group, options.effort)));
  } finally {
    await page.close();
  }
}

/** Leaves an exit code where something is not linear, so that CI can hold to it. */
async function growth(print) {
  const missing = await growthMissing();
  if (missing !== undefined) {
    console.error(`growth is left out: ${missing}`);
    return;
  }
  const rows = await growthRows();
  print.plain('growth', rows);
  const fast = tooFast(rows);
  if (fast.length === 0) return;
  console.error(`more than ${MOST_GROWTH} times the work for twice the input: ${fast.join('; ')}`);
  process.exitCode = 1;
}

// Owns the ratios that must not be lost, each about two thirds of what was measured, and the check that they are not.
import { timedRows } from './report.mjs';
import { EFFORTS, measure } from './timing.mjs';

/** By group and by the peer's column: how many times faster than the peer the package is at least. */
export const FLOORS = {
  'verify/small': { A: 2, 'A+dup': 2.8 },
  'verify/medium': { A: 2.2, 'A+dup': 3.2, E: 1.4 },
  'verify/large': { A: 2.4, 'A+dup': 3.4, E: 1.4 },
  'verify-message/medium': { A: 1.4, 'A+dup': 2 },
  'seal-bytes/medium': { A: 2.2 },
  'compile/64k': { 'markdown-it': 1 },
};

/**
 * Measures the groups that have floors, and says which ratios lie below, as sentences. A ratio that is too low is measured
 * once more, thoroughly: on a busy machine a short sample can be wrong.
 */
export async function belowFloors(groups) {
  const faults = [];
  for (const group of groups.filter(({ name }) => name in FLOORS)) {
    const quick = await lost(group, EFFORTS.quick);
    if (quick.length > 0) faults.push(...(await lost(group, EFFORTS.full)));
  }
  return faults;
}

async function lost(group, effort) {
  const floors = Object.entries(FLOORS[group.name]);
  const peers = floors.map(([peer]) => group.baselines[peer]);
  const cases = group.cases().filter(({ name }) => peers.includes(name) || name.startsWith('ours'));
  const baselines = Object.fromEntries(floors.map(([peer]) => [peer, group.baselines[peer]]));
  const rows = timedRows({ ...group, baselines }, await measure(cases, effort));
  const { vs } = rows.find(({ stack }) => stack.startsWith('ours'));
  return floors
    .filter(([peer, floor]) => vs[peer] < floor)
    .map(([peer, floor]) => `${group.name}: ${vs[peer].toFixed(2)}x of ${peer}, and ${floor}x is the floor`);
}

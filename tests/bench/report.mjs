// Owns what the bench prints: tables for people, or JSON lines for programs.
import { median, speedup } from './timing.mjs';

/**
 * One row for each measured case, ready for either form. `vs` holds the speed-up over each baseline of the
 * group.
 * @param {{ name: string, baselines: Record<string, string> }} group baselines: column label to case name
 */
export function timedRows({ name, baselines }, results) {
  const bases = Object.entries(baselines).map(([label, base]) => [
    label,
    results.find(({ name }) => name === base),
  ]);
  return results.map((result) => {
    const ns = median(result.samples);
    return {
      group: name,
      stack: result.name,
      clock: result.clock,
      items: result.items,
      item_bytes: Math.round(result.bytes / result.items),
      median_ns: Math.round(ns),
      least_ns: Math.round(Math.min(...result.samples)),
      mb_s: rounded((result.bytes / result.items / ns) * 1e3, 2),
      vs: Object.fromEntries(bases.map(([label, base]) => [label, rounded(speedup(result, base), 3)])),
    };
  });
}

const rounded = (value, digits) => Number(value.toFixed(digits));

/** A printer with `meta`, `timed`, `plain` and `done`. */
export const printer = (json) => (json ? JSON_PRINTER : TABLE_PRINTER);

const printLine = (value) => console.log(JSON.stringify(value));

const JSON_PRINTER = {
  meta: (facts) => printLine({ meta: facts }),
  timed(_group, rows) {
    for (const row of rows) printLine(row);
  },
  plain(name, rows) {
    for (const row of rows) printLine({ group: name, ...row });
  },
  done: (facts) => printLine({ done: facts }),
};

const TABLE_PRINTER = {
  meta: (facts) =>
    console.log(
      Object.entries(facts)
        .map(([name, value]) => `${name} ${value}`)
        .join(' · '),
    ),
  timed(group, rows) {
    const [{ items, item_bytes: itemBytes }] = rows;
    const labels = Object.keys(group.baselines);
    console.log(`\n${group.name}   ${items} × ${itemBytes} bytes`);
    printTable(
      ['stack', ...labels.map((label) => `vs ${label}`), 'time', 'least', 'MB/s', 'clock'],
      rows.map((row) => [
        row.stack,
        ...labels.map((label) => `${row.vs[label].toFixed(2)}x`),
        duration(row.median_ns),
        duration(row.least_ns),
        row.mb_s.toFixed(1),
        row.clock,
      ]),
    );
  },
  plain(name, rows) {
    console.log(`\n${name}`);
    const columns = Object.keys(rows[0]);
    printTable(
      columns,
      rows.map((row) => columns.map((column) => String(row[column]))),
    );
  },
  done: (facts) =>
    console.log(
      `\n${Object.entries(facts)
        .map(([name, value]) => `${name} ${value}`)
        .join(' · ')}`,
    ),
};

function duration(ns) {
  if (ns < 1e4) return `${(ns / 1e3).toFixed(2)} µs`;
  if (ns < 1e6) return `${(ns / 1e3).toFixed(1)} µs`;
  return `${(ns / 1e6).toFixed(2)} ms`;
}

// The first column is text and stands left; the others are numbers and stand right.
function printTable(header, rows) {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column].length)),
  );
  const line = (cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join('  ');
  console.log(`  ${line(header)}`);
  for (const row of rows) console.log(`  ${line(row)}`);
}

// Owns the comparison of two texts by lines.

/** Lines that stand together: in both texts, in the earlier alone, or in the later alone. */
export interface Hunk {
  readonly kind: 'same' | 'removed' | 'added';
  readonly lines: readonly string[];
}

/** The largest comparison, in pairs of lines. What is larger is not searched: it counts as replaced. */
const MOST_PAIRS = 1_000_000;

/**
 * How the lines of one text become those of another, by their longest common subsequence. The cost is the product of the
 * lines between the common beginning and the common end, up to a million; beyond that they are shown as replaced.
 */
export function compareLines(before: string, after: string): Hunk[] {
  const [old, young] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < Math.min(old.length, young.length) && old[start] === young[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, young.length) - start && old.at(-1 - end) === young.at(-1 - end))
    end += 1;
  const removed = old.slice(start, old.length - end);
  const added = young.slice(start, young.length - end);
  const between =
    removed.length * added.length > MOST_PAIRS
      ? [hunk('removed', removed), hunk('added', added)]
      : subsequence(removed, added);
  return joined([hunk('same', old.slice(0, start)), ...between, hunk('same', old.slice(old.length - end))]);
}

function hunk(kind: Hunk['kind'], lines: readonly string[]): Hunk {
  return { kind, lines };
}

function subsequence(old: readonly string[], young: readonly string[]): Hunk[] {
  const width = young.length + 1;
  const longest = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number) => longest[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = young.length - 1; column >= 0; column -= 1) {
      longest[row * width + column] =
        old[row] === young[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const hunks: Hunk[] = [];
  let [row, column] = [0, 0];
  while (row < old.length && column < young.length) {
    if (old[row] === young[column]) {
      hunks.push(hunk('same', old.slice(row, row + 1)));
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      hunks.push(hunk('removed', old.slice(row, row + 1)));
      row += 1;
    } else {
      hunks.push(hunk('added', young.slice(column, column + 1)));
      column += 1;
    }
  }
  return [...hunks, hunk('removed', old.slice(row)), hunk('added', young.slice(column))];
}

/** Neighbours of one kind as one, and none without lines. */
function joined(hunks: readonly Hunk[]): Hunk[] {
  const found: { kind: Hunk['kind']; lines: string[] }[] = [];
  for (const { kind, lines } of hunks) {
    if (lines.length === 0) continue;
    const last = found.at(-1);
    if (last?.kind === kind) last.lines.push(...lines);
    else found.push({ kind, lines: [...lines] });
  }
  return found;
}

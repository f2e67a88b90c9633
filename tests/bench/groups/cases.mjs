// Owns how an operation on one item becomes a case of a group.

/** Gives a truthy answer back, and stops the bench at any other: a wrong answer must not be timed. */
export function must(answer) {
  if (!answer) throw new Error('a measured operation gave the wrong answer');
  return answer;
}

/** The length of all items together. */
export const totalBytes = (items) => items.reduce((sum, item) => sum + item.length, 0);

/** A case that calls `operation` on every item. */
export const eachItem = (name, items, bytes, operation) => ({
  name,
  items: items.length,
  bytes,
  run() {
    for (let i = 0; i < items.length; i++) operation(items[i]);
  },
});

/** A case that awaits `operation` on every item, one after another. */
export const eachAwaited = (name, items, bytes, operation) => ({
  name,
  items: items.length,
  bytes,
  awaits: true,
  async run() {
    for (const item of items) must(await operation(item));
  },
});

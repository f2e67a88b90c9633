// Generated from the schema of the Rust core by `npm run generate`. Do not edit.

/** The sections of an outcome. */
export const SECTION = {
  report: 0,
  fallback: 1,
  canonical: 2,
  tree: 3,
  digest: 4,
  projection: 5,
} as const;

/** The bits of a status; the view of a verdict stands above `viewShift`. */
export const STATUS = {
  ok: 1,
  misuse: 8,
  viewShift: 1,
} as const;

/** The views, by their number. */
export const VIEWS = ['fallback', 'pubmark', 'instrument'] as const;

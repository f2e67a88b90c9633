// Owns: what statements and rows of several parts of the hub have in common.

/** A list of texts as a column holds it. */
export function listOf(column: string): string[] {
  return JSON.parse(column) as string[];
}

/** Parameters for values in a statement, separated by commas, from the one with this number on. */
export function places(values: readonly unknown[], first: number): string {
  return values.map((_, index) => `$${first + index}`).join();
}

/** A value that must be there, since the same transaction saw or wrote it. */
export function must<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error('the database lost what it held');
  return value;
}

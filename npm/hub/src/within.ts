// Owns: waiting for something, but not longer than this.

/** What a promise gives, or `late` if it takes longer than so many milliseconds. Rejects as the promise does until then. */
export async function within<T, Late>(ms: number, something: Promise<T>, late: Late): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<Late>((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  try {
    return await Promise.race([something, end]);
  } finally {
    clearTimeout(timer);
  }
}

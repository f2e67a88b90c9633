// Owns the count of what held and what did not.

/** Counts checks, and prints each one that fails. */
export function newTally() {
  let passed = 0;
  let failed = 0;
  return {
    /** Notes one check. `what` says what should have held. */
    holds(condition, what) {
      if (condition) passed += 1;
      else {
        failed += 1;
        console.log(`FAILED: ${what}`);
      }
    },
    /** Prints `N passed, N failed`, and says whether nothing failed. */
    finish() {
      console.log(`${passed} passed, ${failed} failed`);
      return failed === 0;
    },
  };
}

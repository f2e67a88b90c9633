// Owns what is said of an action that was refused: why, and what is to be done about it.

/** What is to be done about a refusal, where that is known. */
const ADVICE: Readonly<Record<string, string>> = {
  action_done: 'The replies in its thread say by whom.',
  action_expired: 'Its time is over; ask its producer for another one.',
  action_in_history: 'This was replaced; look at the current one.',
  action_not_allowed: 'Somebody with the role for it can.',
  action_not_yet: 'It opens by itself.',
  action_superseded: 'This was replaced; look at the current one.',
  action_unregistered: 'Whoever runs this hub can register it.',
  confirmation_required: 'Press it again, and confirm.',
  forbidden: 'Sign in as a person who may.',
  not_found: 'It was removed, or you may no longer read its channel.',
  unauthorized: 'Sign in again.',
};

/** What is said where no answer came, as the rest of a sentence that begins with the action. */
export const NO_ANSWER = 'had no answer; it may or may not have been done. To press it again does no harm.';

/** What is said of a refusal, as the rest of a sentence that begins with the action. */
export function refusal(code: string, message: string, status: number): string {
  const advice = ADVICE[code];
  return `was refused (${status}): ${message}.${advice === undefined ? '' : ` ${advice}`}`;
}

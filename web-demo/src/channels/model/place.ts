// Owns the address of what is shown, in the fragment: `#channel`, or `#channel/message` for a message or its thread.

/** What is shown. */
export interface Place {
  readonly channel: string;
  readonly message?: string;
}

/** What a fragment names; nothing where it names none. */
export function placeOf(fragment: string): Place | undefined {
  const [channel, message] = fragment.replace(/^#/u, '').split('/').map(decoded);
  if (channel === undefined || channel === '') return undefined;
  return { channel, ...(message === undefined || message === '' ? {} : { message }) };
}

/** The fragment of a place. */
export function fragmentOf({ channel, message }: Place): string {
  return `#${encodeURIComponent(channel)}${message === undefined ? '' : `/${encodeURIComponent(message)}`}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // An address that somebody cut names nothing.
    return '';
  }
}

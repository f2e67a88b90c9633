// Owns how a message is taken out of what a hub answers as the text that came, since what is verified is that text and not
// what a parser made of it.
import { splitPage } from '@chirp-protocol/protocol/instruments';

const DECODER = new TextDecoder();
const ENCODER = new TextEncoder();

/** An object that a hub answered, without the member `name`, and the text of that member where it has one. */
export interface Parted<Rest> {
  readonly rest: Rest;
  readonly text: string | undefined;
}

/**
 * Takes the last member, `name`, out of an object as a hub writes it. Where the object is written in another way, the text
 * is that of the parsed member, which is verified as what is held then.
 */
export function partLast<Rest>(object: string, name: string): Parted<Rest> {
  const parsed = JSON.parse(object) as Record<string, unknown>;
  const { [name]: member, ...rest } = parsed;
  if (member === undefined) return { rest: rest as Rest, text: undefined };
  const before = `${JSON.stringify(rest).slice(0, -1)},${JSON.stringify(name)}:`;
  const text = object.startsWith(before) ? object.slice(before.length, -1) : JSON.stringify(member);
  return { rest: rest as Rest, text };
}

/** The items of the list `name` in a page, each as the text that came. */
export function itemsOf(page: string, name: string): string[] {
  const opening = `${JSON.stringify(name)}:[`;
  const at = page.indexOf(opening);
  // Inside of a text the quotes of a name are escaped, so this is the member; it is read as the messages of a page are.
  const list = `{"messages":${page.slice(at + opening.length - 1)}`;
  return splitPage(ENCODER.encode(list)).map((bytes) => DECODER.decode(bytes));
}

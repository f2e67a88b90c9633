// Owns: reading a tape, on which the core wrote a tree as numbers and one text (core/src/tape.rs).

/** A tape and how far it was read. The functions of generated/trees.ts ask for one value after another. */
export class Tape {
  // Private to the types only: hosts read such fields a quarter faster, and there are many reads.
  private readonly words: Uint32Array;
  private readonly chars: string;
  private place = 0;
  private unit = 0;

  /** `words` is read until the value is made, and not afterwards. */
  constructor(words: Uint32Array, text: string) {
    this.words = words;
    this.chars = text;
  }

  /** The next number. */
  word(): number {
    return this.words[this.place++] as number;
  }

  /** A text, which is a part of that of the tape. */
  text(): string {
    const start = this.unit;
    this.unit += this.word();
    return this.chars.substring(start, this.unit);
  }

  boolean(): boolean {
    return this.word() === 1;
  }

  /** One of a closed set of strings. */
  choice<Value>(values: readonly Value[]): Value {
    return values[this.word()] as Value;
  }

  list<Item>(item: (tape: this) => Item): Item[] {
    const items: Item[] = [];
    for (let left = this.word(); left > 0; left -= 1) items.push(item(this));
    return items;
  }
}

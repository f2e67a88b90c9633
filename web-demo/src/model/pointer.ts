// Owns the way from a JSON pointer to the characters it names, in JSON that may be unfinished or wrong.
import { parser } from '@lezer/json';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** A stretch of a text, in UTF-16 units; `to` is not included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where a value stands, and the name before it if it is a member of an object. */
export interface Place {
  readonly name?: Span;
  readonly value: Span;
}

/** A JSON text that was read once, to be asked for many places. Linear in the text; never throws. */
export class JsonText {
  readonly #root: SyntaxNode;

  constructor(readonly text: string) {
    this.#root = parser.parse(text).topNode;
  }

  /** The place that an RFC 6901 pointer names; of members with the same name, the last. */
  find(pointer: string): Place | undefined {
    let node = valueIn(this.#root);
    let name: Span | undefined;
    for (const token of tokens(pointer)) {
      if (node === undefined) return undefined;
      const step = node.name === 'Array' ? item(node, token) : this.#member(node, token);
      name = step.name;
      node = step.value;
    }
    if (node === undefined) return undefined;
    return name === undefined ? { value: spanOf(node) } : { name, value: spanOf(node) };
  }

  /** The token at an offset: a name, a text, a number, or one bracket; at least one character where there is one. */
  tokenAt(offset: number): Span {
    const node = this.#root.resolveInner(offset, 1);
    const isToken = node.firstChild === null && node.from === offset && node.to > offset;
    return isToken ? spanOf(node) : { from: offset, to: Math.min(offset + 1, this.text.length) };
  }

  #member(object: SyntaxNode, wanted: string): { name?: Span; value?: SyntaxNode } {
    const properties = object.name === 'Object' ? object.getChildren('Property') : [];
    for (const property of properties.reverse()) {
      const name = property.getChild('PropertyName');
      if (name === null || nameOf(this.text.slice(name.from, name.to)) !== wanted) continue;
      const value = valueIn(property);
      return value === undefined ? { name: spanOf(name) } : { name: spanOf(name), value };
    }
    return {};
  }
}

/** The tokens of a pointer, unescaped. */
export function tokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A pointer with one more token. */
export function below(pointer: string, token: string | number): string {
  return `${pointer}/${`${token}`.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

const VALUES = new Set(['Array', 'False', 'Null', 'Number', 'Object', 'String', 'True']);

function valueIn(parent: SyntaxNode): SyntaxNode | undefined {
  for (let child = parent.lastChild; child !== null; child = child.prevSibling) {
    if (VALUES.has(child.name)) return child;
  }
  return undefined;
}

function item(array: SyntaxNode, token: string): { name?: Span; value?: SyntaxNode } {
  let index = Number(token);
  for (let child = array.firstChild; child !== null; child = child.nextSibling) {
    if (VALUES.has(child.name) && index-- === 0) return { value: child };
  }
  return {};
}

function nameOf(quoted: string): string | undefined {
  try {
    const name: unknown = JSON.parse(quoted);
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}

function spanOf({ from, to }: SyntaxNode): Span {
  return { from, to };
}

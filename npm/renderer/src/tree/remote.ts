// Owns what leads out of a message: links, which say where they go, and images, which are not fetched unless
// the page decided so. Addresses arrive in the strict form of the checked tree, so plain patterns read them.
import { make } from '../dom.js';
import { icon } from '../icons.js';
import { own, visible } from '../text.js';
import { WORDS } from '../words.js';
import type { Built, TreeOptions } from './build.js';
import type { TreeNode } from './node.js';

/** What every link has: it opens apart, and sends no referrer. */
const APART = {
  class: 'link',
  part: 'link',
  rel: 'noopener noreferrer nofollow',
  target: '_blank',
} as const;

/**
 * A link that opens apart, sends no referrer, and carries its real destination as text. Style sheets show
 * that text on hover and focus (always, where nothing hovers); a screen reader hears it after the link's own
 * text.
 */
export function link(node: TreeNode): Built {
  const url = node.url ?? '';
  const where = destination(url);
  const content = make('bdi');
  // A link without text would be there and not be seen.
  if (node.children === undefined || node.children.length === 0) content.append(where);
  const anchor = make(
    'a',
    { ...APART, href: url, title: node.title === undefined ? undefined : visible(node.title) },
    content,
    // The space keeps the two apart when they are read out.
    make(
      'span',
      { class: 'host', part: 'host', translate: 'no' },
      ' ',
      make('span', { class: 'host-name', dir: 'ltr' }, where),
    ),
  );
  return { element: anchor, inside: () => content };
}

/** A link of the card itself, to an address of the envelope: its text is the host that it leads to. */
export function outward(url: string): HTMLElement {
  return make('a', { ...APART, href: url }, make('bdi', { dir: 'ltr', translate: 'no' }, destination(url)));
}

/** An image from an allowed origin, or its alternative text with a mark that it was not loaded. */
export function image(node: TreeNode, options: TreeOptions): Built {
  const url = node.url ?? '';
  const alt = node.alt ?? '';
  const title = node.title === undefined ? undefined : visible(node.title);
  if (options.images === 'allow' && options.imageOrigins.includes(origin(url))) {
    return {
      element: make('img', {
        class: 'image',
        part: 'image',
        alt: visible(alt),
        decoding: 'async',
        loading: 'lazy',
        referrerpolicy: 'no-referrer',
        src: url,
        title,
      }),
    };
  }
  const mark = make('span', { class: 'image-mark' }, own(WORDS.imageNotLoaded));
  const element = make('span', { class: 'image-blocked', part: 'image', title }, icon('image'));
  if (alt !== '') element.append(make('bdi', { class: 'image-alt' }, visible(alt)), ' ');
  element.append(mark);
  return { element };
}

/**
 * What to show as the destination: the host, with `http://` before it where the way there is not encrypted.
 */
function destination(url: string): string {
  if (url.startsWith('mailto:')) return /^mailto:([^?]*)/u.exec(url)?.[1] ?? url;
  return origin(url).replace(/^https:\/\//u, '');
}

function origin(url: string): string {
  return /^https?:\/\/[^/?#]+/u.exec(url)?.[0] ?? url;
}

// Owns the drawing of each kind of node, one small function each. What is not in the table at the end is not
// drawn: the caller then keeps the plain text for the whole message.
import { make } from '../dom.js';
import { icon } from '../icons.js';
import { foreign, own, visible } from '../text.js';
import { CALLOUTS, WORDS } from '../words.js';
import type { Builder, Built, TreeOptions } from './build.js';
import { direction } from './direction.js';
import { RenderError } from './error.js';
import type { Place, TreeNode } from './node.js';
import { image, link } from './remote.js';

function paragraph(_node: TreeNode, place: Place): Built {
  // The first paragraph of a task stands inside the label of its checkbox, where HTML allows only inline
  // elements.
  return within(make(isTaskLine(place) ? 'span' : 'p', { class: 'line', dir: 'auto' }));
}

function heading(node: TreeNode, _place: Place, options: TreeOptions): Built {
  const depth = node.depth ?? 1;
  const level = depth + options.headingLevel - 1;
  const attributes = { class: 'heading', part: 'heading', 'data-depth': `${depth}`, dir: 'auto' } as const;
  // HTML has six heading elements; a deeper level is said with the role, and stays a level to a screen
  // reader.
  const tag = (['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const)[level - 1];
  if (tag !== undefined) return within(make(tag, attributes));
  return within(make('div', { ...attributes, role: 'heading', 'aria-level': `${level}` }));
}

function text(node: TreeNode): Built {
  return { element: document.createTextNode(visible(node.value ?? '')) };
}

function inlineCode(node: TreeNode): Built {
  return { element: make('code', { class: 'inline-code', dir: 'auto' }, visible(node.value ?? '')) };
}

function code(node: TreeNode): Built {
  const lang = node.lang;
  const name = lang === undefined ? WORDS.code : `${WORDS.code}: ${visible(lang)}`;
  // Focusable, so that a keyboard can scroll what is wider than the screen.
  const block = make(
    'pre',
    { role: 'group', tabindex: '0', 'aria-label': name, translate: 'no' },
    make('code', {}, visible(node.value ?? '')),
  );
  const element = make('div', { class: 'code', part: 'code', dir: 'ltr' });
  if (lang !== undefined)
    element.append(make('div', { class: 'code-lang', part: 'code-lang' }, foreign(lang)));
  element.append(block);
  return { element };
}

function blockquote(node: TreeNode): Built {
  return within(make('blockquote', { part: 'quote', dir: direction(node) }));
}

function callout(node: TreeNode): Built {
  const tone = node.tone ?? '';
  const look = CALLOUTS.get(tone);
  if (look === undefined) throw RenderError.unknown(`the callout \`${tone}\``);
  const body = make('div', { class: 'callout-body' });
  const title = make('p', { class: 'callout-title' }, icon(look.icon), own(look.word));
  const attributes = {
    class: 'callout',
    part: 'callout',
    role: 'note',
    'data-tone': tone,
    dir: direction(node),
  } as const;
  return { element: make('div', attributes, title, body), inside: () => body };
}

function list(node: TreeNode): Built {
  const hasTasks = node.children?.some((item) => item.checked !== undefined) === true;
  const names = ['list', node.spread === true ? 'loose' : 'tight', ...(hasTasks ? ['tasks'] : [])];
  // A list without bullets loses its role in one browser unless it is said.
  const attributes = {
    class: names.join(' '),
    role: hasTasks ? 'list' : undefined,
    dir: direction(node),
  } as const;
  if (node.ordered !== true) return within(make('ul', attributes));
  return within(make('ol', { ...attributes, start: node.start === undefined ? undefined : `${node.start}` }));
}

function listItem(node: TreeNode): Built {
  if (node.checked === undefined) return within(make('li'));
  const labelled = node.children?.[0]?.type === 'paragraph';
  const box = make('input', {
    type: 'checkbox',
    disabled: '',
    checked: node.checked ? '' : undefined,
    'aria-label': labelled ? undefined : node.checked ? WORDS.taskDone : WORDS.taskOpen,
  });
  const item = make('li', { class: 'task' });
  if (!labelled) {
    item.append(box);
    return within(item);
  }
  const label = make('label', {}, box);
  item.append(label);
  return { element: item, inside: (index) => (index === 0 ? label : item) };
}

function table(node: TreeNode): Built {
  const header = make('thead');
  const body = make('tbody');
  // A table wider than the screen scrolls by itself, also by keyboard, and the page does not.
  const element = make(
    'div',
    {
      class: 'table',
      part: 'table',
      role: 'group',
      tabindex: '0',
      'aria-label': WORDS.table,
      dir: direction(node),
    },
    make('table', {}, header, body),
  );
  return { element, inside: (index) => (index === 0 ? header : body) };
}

function tableCell(node: TreeNode, place: Place): Built {
  const row = place.above;
  const align = row?.above?.node.align?.[place.index];
  const attributes = { 'data-align': align === 'none' ? undefined : align, dir: direction(node) } as const;
  // An empty cell above a column names nothing, so it is no header.
  if (row?.index === 0 && node.children !== undefined && node.children.length > 0)
    return within(make('th', { ...attributes, scope: 'col' }));
  return within(make('td', attributes));
}

function isTaskLine(place: Place): boolean {
  return place.index === 0 && place.above?.node.type === 'listItem' && place.above.node.checked !== undefined;
}

function within(element: HTMLElement): Built {
  return { element, inside: () => element };
}

/** Every node that this renderer draws, by its mdast name. */
export const BUILDERS: ReadonlyMap<string, Builder> = new Map<string, Builder>([
  ['blockquote', blockquote],
  ['break', () => ({ element: make('br') })],
  ['callout', callout],
  ['code', code],
  ['delete', () => within(make('del'))],
  ['emphasis', () => within(make('em'))],
  ['heading', heading],
  ['image', (node, _place, options) => image(node, options)],
  ['inlineCode', inlineCode],
  ['link', link],
  ['list', list],
  ['listItem', listItem],
  ['paragraph', paragraph],
  ['strong', () => within(make('strong'))],
  ['table', table],
  ['tableCell', tableCell],
  ['tableRow', () => within(make('tr'))],
  ['text', text],
  ['thematicBreak', () => ({ element: make('hr') })],
]);

// Owns the shapes. Each is drawn with `currentColor` on a 16 by 16 grid and hidden from assistive technology,
// because a word always stands beside it; the outlines differ, so that colour is never needed to tell them
// apart.

const CIRCLE = 'M8 1.75a6.25 6.25 0 1 1 0 12.5a6.25 6.25 0 1 1 0-12.5z';
const OCTAGON = 'M5.4 1.75h5.2l3.65 3.65v5.2l-3.65 3.65H5.4L1.75 10.6V5.4z';
const SHIELD = 'M8 1.75l5.25 2v4c0 3.2-2.2 5.4-5.25 6.5c-3.05-1.1-5.25-3.3-5.25-6.5v-4z';
const SQUARE =
  'M3.5 2.25h9a1.25 1.25 0 0 1 1.25 1.25v9a1.25 1.25 0 0 1-1.25 1.25h-9a1.25 1.25 0 0 1-1.25-1.25v-9' +
  'a1.25 1.25 0 0 1 1.25-1.25z';
const TRIANGLE = 'M8 2l6.5 11.75h-13z';
const DIAMOND = 'M8 1L15 8L8 15L1 8z';

const BANG = 'M8 4.75v3.75M8 11.1v.01';
const CHECK = 'M5 8.25l2.1 2.1L11 6';
const CROSS = 'M5.75 5.75l4.5 4.5M10.25 5.75l-4.5 4.5';
const LETTER_I = 'M8 7.5v3.6M8 4.9v.01';

const SHAPES = {
  agent:
    'M3.75 5h8.5a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5h-8.5a1.5 1.5 0 0 1-1.5-1.5v-5a1.5 1.5 0 0 1 ' +
    '1.5-1.5zM8 2.25V5M6 8.25v1.5M10 8.25v1.5',
  bulb: 'M6.25 14h3.5M6 11.75h4M6 11.75c0-1.5-.3-1.9-.9-2.5a4 4 0 1 1 5.8 0c-.6.6-.9 1-.9 2.5',
  circle: CIRCLE,
  circleBar: `${CIRCLE}M5 8h6`,
  circleCheck: `${CIRCLE}${CHECK}`,
  circleInfo: `${CIRCLE}${LETTER_I}`,
  circleClock: `${CIRCLE}M8 4.75V8l2.25 1.5`,
  circlePause: `${CIRCLE}M6.4 5.75v4.5M9.6 5.75v4.5`,
  circlePlay: `${CIRCLE}M6.75 5.4v5.2L10.9 8z`,
  circleSkip: `${CIRCLE}M5.25 5.75L7.5 8l-2.25 2.25M8.5 5.75L10.75 8L8.5 10.25`,
  circleSlash: `${CIRCLE}M3.6 12.4l8.8-8.8`,
  diamondBang: `${DIAMOND}${BANG}`,
  file: 'M4 1.75h5.25L12.5 5v9.25H4zM9 1.75V5.25h3.5',
  flag: 'M3.75 14.25V2.25h9l-2.25 3.25l2.25 3.25h-9',
  history: 'M2.5 8a5.5 5.5 0 1 0 1.75-4M2.25 1.75v3h3M8 5v3.25l2.25 1.25',
  image: 'M2 3h12v10H2zM2 11l3.25-3.5L7.5 10l2-2L14 11.5M2 14.75L14 1.25',
  integration: 'M5.75 1.75V5M10.25 1.75V5M3.75 5h8.5v2.25a4.25 4.25 0 0 1-8.5 0zM8 11.5v2.75',
  lines: 'M2.25 4h11.5M2.25 8h11.5M2.25 12h7',
  octagonBang: `${OCTAGON}${BANG}`,
  octagonCross: `${OCTAGON}${CROSS}`,
  person: 'M8 8a2.9 2.9 0 1 0 0-5.8a2.9 2.9 0 0 0 0 5.8zM2.5 14c.5-2.6 2.8-3.8 5.5-3.8s5 1.2 5.5 3.8',
  seal: 'M8 1.25l5.85 3.4v6.7L8 14.75l-5.85-3.4v-6.7zM8 5.75a2.25 2.25 0 1 1 0 4.5a2.25 2.25 0 1 1 0-4.5z',
  shield: SHIELD,
  shieldBar: `${SHIELD}M5.75 8h4.5`,
  shieldCheck: `${SHIELD}M5.5 7.9l1.8 1.8l3.2-3.5`,
  shieldCross: `${SHIELD}M6.1 5.9l3.8 3.8M9.9 5.9l-3.8 3.8`,
  shieldQuestion: `${SHIELD}M6.4 6.2a1.6 1.6 0 1 1 1.6 1.75v.8M8 10.9v.01`,
  squareBang: `${SQUARE}${BANG}`,
  squareInfo: `${SQUARE}${LETTER_I}`,
  system: 'M2 2.75h12v4.5H2zM2 8.75h12v4.5H2zM4.75 5v.01M4.75 11v.01',
  triangleBang: `${TRIANGLE}M8 6.25v3.5M8 11.75v.01`,
} as const;

/** The name of a shape. */
export type IconName = keyof typeof SHAPES;

const SVG = 'http://www.w3.org/2000/svg';

/** Draws a shape at the size of the text beside it. */
export function icon(name: IconName): SVGElement {
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', SHAPES[name]);
  const svg = document.createElementNS(SVG, 'svg');
  const attributes = {
    'aria-hidden': 'true',
    class: 'icon',
    fill: 'none',
    focusable: 'false',
    height: '16',
    stroke: 'currentColor',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'stroke-width': '1.5',
    viewBox: '0 0 16 16',
    width: '16',
  };
  for (const [attribute, value] of Object.entries(attributes)) svg.setAttribute(attribute, value);
  svg.append(path);
  return svg;
}

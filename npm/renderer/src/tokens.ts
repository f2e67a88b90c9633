// Owns the design tokens: one type scale, one spacing scale, one palette. The element adopts them, and
// `tokens.css` publishes them, so that a page and the messages on it can share one look. Each is the custom
// property `--chirp-<name>`; a page overrides any of them on any ancestor.

/** A colour by theme, and by theme for readers who ask for more contrast. */
interface Color {
  readonly light: string;
  readonly dark: string;
  readonly lightMore: string;
  readonly darkMore: string;
}

const COLORS: Readonly<Record<string, Color>> = {
  text: { light: '#1a1d21', dark: '#e7e9ec', lightMore: '#000000', darkMore: '#ffffff' },
  'text-quiet': { light: '#5a636e', dark: '#9ea7b3', lightMore: '#2b3138', darkMore: '#d5dae0' },
  surface: { light: '#ffffff', dark: '#15181c', lightMore: '#ffffff', darkMore: '#000000' },
  'surface-sunken': { light: '#f4f5f7', dark: '#1e2227', lightMore: '#f4f5f7', darkMore: '#14171a' },
  border: { light: '#dde1e6', dark: '#30363d', lightMore: '#5a636e', darkMore: '#9ea7b3' },
  'border-strong': { light: '#8a939e', dark: '#6c7682', lightMore: '#1a1d21', darkMore: '#e7e9ec' },
  link: { light: '#0a55c4', dark: '#86b6ff', lightMore: '#003a94', darkMore: '#b8d4ff' },
  focus: { light: '#0a55c4', dark: '#86b6ff', lightMore: '#000000', darkMore: '#ffffff' },
  note: { light: '#0a55c4', dark: '#86b6ff', lightMore: '#003a94', darkMore: '#b8d4ff' },
  tip: { light: '#176f38', dark: '#67c98a', lightMore: '#0b4a23', darkMore: '#a3e5b9' },
  important: { light: '#7038c4', dark: '#c3a2ff', lightMore: '#4b1d94', darkMore: '#dfcdff' },
  warning: { light: '#845200', dark: '#e2b04a', lightMore: '#5c3900', darkMore: '#ffd98a' },
  caution: { light: '#b3261e', dark: '#ff9389', lightMore: '#7d130d', darkMore: '#ffc4be' },
};

/**
 * Sizes that do not depend on the theme. The type scale is a minor third around the body size; spaces count
 * in 4 px.
 */
const SIZES: Readonly<Record<string, string>> = {
  'font-size': '1rem',
  'font-mono':
    'ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", "Liberation Mono", Menlo, monospace',
  leading: '1.5',
  measure: '72ch',
  radius: '0.625rem',
  'radius-small': '0.375rem',
  'space-1': '0.25rem',
  'space-2': '0.5rem',
  'space-3': '0.75rem',
  'space-4': '1rem',
  'space-5': '1.25rem',
  'space-6': '1.5rem',
  'space-8': '2rem',
};

/** Steps of the type scale, as factors of `font-size`. */
const SCALE: Readonly<Record<string, number>> = {
  'size-small': 0.8125,
  'size-body': 1,
  'size-large': 1.2,
  'size-largest': 1.44,
  'size-display': 1.728,
};

/** The tokens as public custom properties on `selector`, for a page. */
export function publicTokens(selector: string): string {
  return rules(selector, (name, value) => `--chirp-${name}: ${value};`);
}

/**
 * The tokens as the private properties that the rules of this package read: each the page's public one, or
 * the default where the page set none.
 */
export function privateTokens(selector: string): string {
  const scale = Object.entries(SCALE).map(
    ([name, factor]) => `--_${name}: calc(var(--_font-size) * ${factor});`,
  );
  const sized = rules(selector, (name, value) => `--_${name}: var(--chirp-${name}, ${value});`);
  return `${sized}\n${selector} { --_font: var(--chirp-font, inherit); ${scale.join(' ')} }`;
}

function rules(selector: string, declare: (name: string, value: string) => string): string {
  const colors = Object.entries(COLORS);
  const sizes = Object.entries(SIZES).map(([name, value]) => declare(name, value));
  const normal = colors.map(([name, { light, dark }]) => declare(name, `light-dark(${light}, ${dark})`));
  const more = colors.map(([name, { lightMore, darkMore }]) =>
    declare(name, `light-dark(${lightMore}, ${darkMore})`),
  );
  return [
    `${selector} {\n  ${[...sizes, ...normal].join('\n  ')}\n}`,
    `@media (prefers-contrast: more) {\n  ${selector} {\n    ${more.join('\n    ')}\n  }\n}`,
  ].join('\n');
}

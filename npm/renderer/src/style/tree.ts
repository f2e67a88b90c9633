// Owns the look of a drawn tree. The same rules serve the element's shadow root and, as `tree.css`, a page
// that calls `render` itself. Logical properties only, so that right-to-left needs no second set.

/** Style rules for `.chirp-tree` and what is in it. */
export const TREE_RULES = `
.chirp-tree {
  color: var(--_text);
  font-size: var(--_size-body);
  line-height: var(--_leading);
  overflow-wrap: anywhere;
  text-align: start;
}
.chirp-tree *, .chirp-tree ::before, .chirp-tree ::after { box-sizing: border-box; }
.chirp-tree :is(p, ul, ol, li, pre, blockquote, table, hr, h1, h2, h3, h4, h5, h6) { margin: 0; }
/* As padding, so that the measure counts from the side on which each paragraph itself begins. */
.chirp-tree :is(p, .heading) { padding-inline-end: max(0px, 100% - var(--_measure)); }
:is(.chirp-tree, .column, .chirp-tree :is(blockquote, li, .callout-body)) > * + * {
  margin-block-start: var(--_space-3);
}
:is(.chirp-tree, .column, .chirp-tree :is(blockquote, li, .callout-body)) > * + .heading {
  margin-block-start: var(--_space-6);
}
:is(.chirp-tree, .column, .chirp-tree :is(blockquote, li, .callout-body)) > .heading + * {
  margin-block-start: var(--_space-2);
}
.chirp-tree a, .chirp-tree code, .chirp-tree bdi { overflow-wrap: anywhere; }

.chirp-tree .heading { font-size: var(--_size-body); font-weight: 650; line-height: 1.3; text-wrap: balance; }
.chirp-tree .heading[data-depth="1"] { font-size: var(--_size-largest); letter-spacing: -0.01em; }
.chirp-tree .heading[data-depth="2"] { font-size: var(--_size-large); }
.chirp-tree .heading:is([data-depth="5"], [data-depth="6"]) { color: var(--_text-quiet); }
.chirp-tree strong { font-weight: 650; }

.chirp-tree :focus-visible {
  outline: 2px solid var(--_focus);
  outline-offset: 2px;
  border-radius: var(--_radius-small);
}
.chirp-tree .host {
  color: var(--_text-quiet);
  font-family: var(--_font-mono);
  font-size: var(--_size-small);
  font-weight: 400;
  font-style: normal;
  user-select: none;
}
.chirp-tree .host-name { display: inline-block; max-inline-size: 100%; }
.chirp-tree .host-name::before { content: "("; }
.chirp-tree .host-name::after { content: ")"; }

/* A pointer that hovers gets the host as a label at the link, outside every box that clips; until then it is
   there for assistive technology only. Where nothing hovers or can be anchored, it stays in the text. */
@supports (anchor-scope: --chirp-link) and (position-try-fallbacks: flip-block) {
  @media (hover: hover) {
    .chirp-tree .link { anchor-name: --chirp-link; anchor-scope: --chirp-link; }
    .chirp-tree .host {
      position: fixed;
      position-anchor: --chirp-link;
      position-area: block-end span-inline-end;
      position-try-fallbacks: flip-inline, flip-block, flip-block flip-inline;
      z-index: 1;
      inline-size: max-content;
      max-inline-size: min(36ch, 92vw);
      margin-block: var(--_space-1);
      padding: var(--_space-1) var(--_space-2);
      border: 1px solid var(--_border-strong);
      border-radius: var(--_radius-small);
      background: var(--_surface);
      color: var(--_text);
      box-shadow: 0 2px 8px rgb(0 0 0 / 0.16);
      line-height: 1.3;
      text-align: start;
      white-space: normal;
      pointer-events: none;
    }
    .chirp-tree .host-name::before { content: "\\2197\\FE0E\\00A0" / ""; }
    .chirp-tree .host-name::after { content: none; }
    .chirp-tree .link:not(:hover, :focus-visible) .host {
      position: absolute;
      inset: auto;
      block-size: 1px;
      inline-size: 1px;
      margin: -1px;
      padding: 0;
      border: 0;
      overflow: hidden;
      clip-path: inset(50%);
      box-shadow: none;
      white-space: nowrap;
    }
    .chirp-tree .link:not(:hover, :focus-visible) { position: relative; }
  }
}

.chirp-tree :is(.inline-code, pre) { font-family: var(--_font-mono); font-size: 0.875em; }
.chirp-tree .inline-code {
  padding: 0.1em 0.35em;
  border: 1px solid var(--_border);
  border-radius: var(--_radius-small);
  background: var(--_surface-sunken);
  box-decoration-break: clone;
}
.chirp-tree .code {
  border: 1px solid var(--_border);
  border-radius: var(--_radius-small);
  background: var(--_surface-sunken);
}
.chirp-tree .code-lang {
  padding: var(--_space-1) var(--_space-3);
  border-block-end: 1px solid var(--_border);
  color: var(--_text-quiet);
  font-family: var(--_font-mono);
  font-size: var(--_size-small);
}
.chirp-tree pre { padding: var(--_space-3); white-space: pre; tab-size: 4; text-align: left; }
.chirp-tree pre, .chirp-tree pre code { overflow-wrap: normal; }
.chirp-tree pre code { font: inherit; }

.chirp-tree :is(ul, ol) { padding-inline-start: 1.6em; }
.chirp-tree li + li { margin-block-start: var(--_space-3); }
.chirp-tree .tight > li + li, .chirp-tree .tight > li > * + * { margin-block-start: var(--_space-1); }
.chirp-tree li::marker { color: var(--_text-quiet); font-variant-numeric: tabular-nums; }
.chirp-tree .task { list-style: none; }
.chirp-tree .task > label { display: flex; gap: var(--_space-2); margin-inline-start: -1.6em; }
.chirp-tree .task > label > .line { min-inline-size: 0; }
/* Drawn here, because browsers fade a disabled box until done and not done look the same. */
.chirp-tree .task input {
  appearance: none;
  display: grid;
  place-content: center;
  font: inherit;
  flex: none;
  inline-size: 1em;
  block-size: 1em;
  margin: 0;
  margin-block-start: calc((var(--_leading) * 1em - 1em) / 2);
  border: 1px solid var(--_border-strong);
  border-radius: 0.2em;
}
.chirp-tree .task > label { cursor: default; }
.chirp-tree .task input:checked { border-color: currentColor; }
.chirp-tree .task input:checked::before {
  content: "";
  inline-size: 0.3em;
  block-size: 0.6em;
  margin-block-end: 0.12em;
  border: solid currentColor;
  border-width: 0 2px 2px 0;
  transform: rotate(45deg);
}

.chirp-tree blockquote {
  padding-inline-start: var(--_space-4);
  border-inline-start: 2px solid var(--_border-strong);
  color: var(--_text-quiet);
}
.chirp-tree .callout {
  padding: var(--_space-3) var(--_space-4);
  border: 1px solid color-mix(in srgb, var(--_tone) 32%, var(--_surface));
  border-radius: var(--_radius-small);
  background: color-mix(in srgb, var(--_tone) 6%, var(--_surface));
}
.chirp-tree .callout-title {
  display: flex;
  align-items: center;
  gap: var(--_space-2);
  color: var(--_tone);
  font-weight: 650;
}
.chirp-tree .callout-title + .callout-body { margin-block-start: var(--_space-1); }
.chirp-tree .callout-body:empty { display: none; }

.chirp-tree :is(.table, pre) { overflow-x: auto; scrollbar-width: thin; }
.chirp-tree .table { border: 1px solid var(--_border); border-radius: var(--_radius-small); }
.chirp-tree table {
  inline-size: max-content;
  min-inline-size: 100%;
  border-collapse: collapse;
  font-variant-numeric: tabular-nums;
}
.chirp-tree :is(th, td) {
  padding: var(--_space-2) var(--_space-3);
  text-align: start;
  vertical-align: top;
  max-inline-size: 40ch;
  overflow-wrap: break-word;
}
.chirp-tree td { border-block-start: 1px solid var(--_border); }
.chirp-tree thead :is(th, td) { border: 0; background: var(--_surface-sunken); font-weight: 650; }
/* A column is aligned as its table runs, also where a cell is written the other way. */
.chirp-tree .table[dir="ltr"] :is(th, td) { text-align: left; }
.chirp-tree .table[dir="rtl"] :is(th, td) { text-align: right; }
.chirp-tree .table [data-align="left"]:is(th, td) { text-align: left; }
.chirp-tree .table [data-align="center"]:is(th, td) { text-align: center; }
.chirp-tree .table [data-align="right"]:is(th, td) { text-align: right; }

.chirp-tree hr { border: 0; border-block-start: 1px solid var(--_border); }
.chirp-tree > * + hr, .chirp-tree > hr + * { margin-block-start: var(--_space-5); }
.chirp-tree img {
  max-inline-size: 100%;
  block-size: auto;
  border-radius: var(--_radius-small);
  vertical-align: middle;
}
.chirp-tree .image-blocked {
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  column-gap: 0.4em;
  max-inline-size: 100%;
  padding: 0.1em 0.5em;
  border: 1px dashed var(--_border-strong);
  border-radius: var(--_radius-small);
}
.chirp-tree .image-blocked .icon { color: var(--_text-quiet); }
.chirp-tree .image-mark { color: var(--_text-quiet); font-size: var(--_size-small); }
`;

/** Rules for what cards and trees share: tones, links and shapes. */
export const SHARED_RULES = `
[data-tone="neutral"] { --_tone: var(--_text-quiet); }
[data-tone="note"] { --_tone: var(--_note); }
[data-tone="tip"] { --_tone: var(--_tip); }
[data-tone="important"] { --_tone: var(--_important); }
[data-tone="warning"] { --_tone: var(--_warning); }
[data-tone="caution"] { --_tone: var(--_caution); }
.link {
  color: var(--_link);
  text-decoration: underline;
  text-decoration-thickness: 1px;
  text-underline-offset: 0.2em;
}
.link:hover { text-decoration-thickness: 2px; }
.icon { flex: none; inline-size: 1em; block-size: 1em; vertical-align: -0.125em; }
`;

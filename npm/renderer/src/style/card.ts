// Owns the look of the element: plain text, the verified card, and the marks.

/** Style rules for the element's shadow root. */
export const CARD_RULES = `
:host {
  display: block;
  min-inline-size: 0;
  color-scheme: light dark;
  color: var(--_text);
  font-family: var(--_font);
  font-size: var(--_size-body);
  line-height: var(--_leading);
  text-align: start;
  /* Inherited, so that no name, however long and unbroken, is wider than its card. */
  overflow-wrap: anywhere;
}
:host([hidden]) { display: none; }
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
*, ::before, ::after { box-sizing: border-box; }
p, ul, dl, dd { margin: 0; }
ul[role="list"] { padding: 0; list-style: none; }

.text {
  padding-inline-end: max(0px, 100% - var(--_measure));
  white-space: pre-wrap;
  unicode-bidi: plaintext;
}
.quiet { color: var(--_text-quiet); font-size: var(--_size-small); }
.time { font-variant-numeric: tabular-nums; white-space: nowrap; }

/* As wide as it is told to be: a layout goes by the width of its card, whatever the page's is. */
.card {
  container: chirp-card / inline-size;
  contain-intrinsic-inline-size: 24rem;
  padding: var(--_space-4) var(--_space-5) var(--_space-3);
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
  background: var(--_surface);
}
/* Cells that may shrink below their content, so that nothing is wider than its card. */
.layout, .call, .command, .pane, .panels, .panes, .reading, .page, .cabinet {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--_space-4);
  align-content: start;
}
.header { display: flex; flex-direction: column; gap: var(--_space-2); }
.from {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--_space-2);
  font-size: var(--_size-small);
}
.source-icon { display: inline-flex; color: var(--_text-quiet); }
.source { font-weight: 650; }
.when { margin-inline-start: auto; color: var(--_text-quiet); }
.subject { font-weight: 650; line-height: 1.35; text-wrap: balance; }
.subject-kind { font-weight: 400; }

.age {
  display: inline-block;
  min-inline-size: 6.5em;
  color: var(--_text-quiet);
  font-size: var(--_size-small);
  font-variant-numeric: tabular-nums;
}
.time:has(+ .age)::after { content: "\\00A0\\00B7" / ""; }
.badges, .facts { display: flex; flex-wrap: wrap; align-items: center; gap: var(--_space-2) var(--_space-3); }
.facts { column-gap: var(--_space-5); }
.fact { color: var(--_text-quiet); font-size: var(--_size-small); }
.badge {
  display: inline-flex;
  align-items: center;
  gap: 0.4em;
  padding-block: 0.1em;
  padding-inline: 0.5em 0.65em;
  border: 1px solid color-mix(in srgb, var(--_tone) 36%, var(--_surface));
  border-radius: 2em;
  background: color-mix(in srgb, var(--_tone) 7%, var(--_surface));
  color: var(--_tone);
  font-size: var(--_size-small);
  font-weight: 600;
}

.attention {
  display: flex;
  gap: var(--_space-2);
  padding: var(--_space-3);
  border: 1px solid var(--_border-strong);
  border-inline-start: 4px solid var(--_important);
  border-radius: var(--_radius-small);
}
.attention > .icon { margin-block-start: 0.25em; color: var(--_important); }
.attention-body { min-inline-size: 0; }
.attention-who { display: flex; flex-wrap: wrap; gap: 0 var(--_space-3); }

.actions { display: grid; gap: var(--_space-2); }
.action-row { display: flex; flex-wrap: wrap; gap: var(--_space-3); }
.action-item { display: grid; gap: var(--_space-1); align-content: start; justify-items: start; min-inline-size: 0; }
.action {
  min-block-size: 2.5rem;
  max-inline-size: 100%;
  padding: var(--_space-1) var(--_space-4);
  border: 1px solid var(--_border-strong);
  border-radius: var(--_radius-small);
  background: var(--_surface);
  color: var(--_text);
  font: inherit;
  font-size: var(--_size-small);
  font-weight: 600;
  text-align: start;
  cursor: pointer;
}
.action:enabled:hover { background: var(--_surface-sunken); }
.action[data-emphasis="primary"]:enabled {
  border-color: var(--_link);
  background: var(--_link);
  color: var(--_surface);
}
.action[data-emphasis="primary"]:enabled:hover { border-color: var(--_text); }
.action[data-emphasis="danger"] { color: var(--_caution); }
.action[data-emphasis="danger"]:enabled { border-color: currentColor; }
.action:disabled {
  border-style: dashed;
  background: var(--_surface-sunken);
  color: var(--_text-quiet);
  cursor: not-allowed;
}
.arguments { display: grid; gap: 0 var(--_space-3); font-size: var(--_size-small); }
.argument { display: flex; flex-wrap: wrap; gap: 0 var(--_space-2); }
.argument dt { color: var(--_text-quiet); font-family: var(--_font-mono); }
.argument dd { white-space: pre-wrap; }

.confirm {
  inline-size: min(32rem, 100vw - var(--_space-6));
  padding: var(--_space-5);
  border: 1px solid var(--_border-strong);
  border-radius: var(--_radius);
  background: var(--_surface);
  color: var(--_text);
  box-shadow: 0 8px 32px rgb(0 0 0 / 0.28);
}
.confirm::backdrop { background: rgb(0 0 0 / 0.5); }
.confirm > * + * { margin-block-start: var(--_space-3); }
.confirm-title { font-size: var(--_size-large); font-weight: 650; line-height: 1.3; }
.confirm .identities, .confirm .arguments { font-size: var(--_size-small); }
.confirm .identities dt { color: var(--_text-quiet); }
.confirm-buttons { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: var(--_space-3); }
.confirm > .confirm-buttons { margin-block-start: var(--_space-5); }

.panel { border: 1px solid var(--_border); border-radius: var(--_radius-small); }
.panel-title {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--_space-2);
  padding: var(--_space-2) var(--_space-3);
  color: var(--_tone, var(--_text));
  font-size: var(--_size-small);
  font-weight: 650;
}
.panel-title .quiet { font-weight: 400; }
.panel > * + *, .panel li + li { border-block-start: 1px solid var(--_border); }
.panel .files .files { border: 0; }
.file { display: flex; gap: var(--_space-2); padding: var(--_space-2) var(--_space-3); font-size: var(--_size-small); }
.file > .icon { margin-block-start: 0.25em; color: var(--_text-quiet); }
.file-body { display: grid; gap: var(--_space-1); min-inline-size: 0; }
.file-line { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 var(--_space-3); }
.file-name { font-weight: 600; }
.whole { color: var(--_text-quiet); font-family: var(--_font-mono); font-size: var(--_size-small); user-select: all; }
.check-line {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--_space-3);
  padding: var(--_space-2) var(--_space-3);
  font-size: var(--_size-small);
}
.check-status { display: inline-flex; align-items: center; gap: 0.4em; min-inline-size: 6em; color: var(--_tone); font-weight: 600; }
.check-label { flex: 1 1 12em; min-inline-size: 0; }
.check .files { padding-block-end: var(--_space-2); padding-inline-start: var(--_space-3); }
.check .file { padding-block: var(--_space-1); }

.mark { color: var(--_text-quiet); font-size: var(--_size-small); }
.text + .mark, .quiet + .mark { margin-block-start: var(--_space-2); }
p.mark, .mark summary { display: flex; gap: var(--_space-2); }
.mark .icon { margin-block-start: 0.25em; }
.mark ul { margin-block-start: var(--_space-1); padding-inline-start: calc(1em + var(--_space-2) + 1.2em); }

.footer {
  display: flex;
  flex-direction: column;
  gap: var(--_space-1);
  border-block-start: 1px solid var(--_border);
  padding-block-start: var(--_space-2);
}
.seal { color: var(--_text-quiet); font-size: var(--_size-small); }
summary { cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::after {
  content: "";
  flex: none;
  align-self: center;
  inline-size: 0.4em;
  block-size: 0.4em;
  border: solid currentColor;
  border-width: 0 1.5px 1.5px 0;
  transform: translateY(-25%) rotate(45deg);
}
[open] > summary::after { transform: translateY(25%) rotate(-135deg); }
.seal > summary { display: inline-flex; align-items: center; gap: 0.4em; }
.digest { font-family: var(--_font-mono); }
.seal-body { display: flex; flex-direction: column; gap: var(--_space-2); padding-block: var(--_space-2); }
.identities {
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  gap: var(--_space-1) var(--_space-3);
}
.identities dd { font-family: var(--_font-mono); min-inline-size: 0; }
:focus-visible { outline: 2px solid var(--_focus); outline-offset: 2px; border-radius: var(--_radius-small); }

@media (prefers-reduced-motion: no-preference) {
  summary::after { transition: transform 120ms ease-out; }
}
@media (forced-colors: active) {
  .badge, .action, .attention, .confirm { border-color: currentColor; }
  .action:disabled { border-color: GrayText; color: GrayText; }
}
`;

// Owns the look of the element: plain text, the verified card, and the marks.

/** Style rules for the element's shadow root. */
export const CARD_RULES = `
:host {
  display: block;
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

.text {
  padding-inline-end: max(0px, 100% - var(--_measure));
  white-space: pre-wrap;
  unicode-bidi: plaintext;
}
.quiet { color: var(--_text-quiet); font-size: var(--_size-small); }
.time { font-variant-numeric: tabular-nums; white-space: nowrap; }

.card {
  display: flex;
  flex-direction: column;
  gap: var(--_space-4);
  padding: var(--_space-4) var(--_space-5) var(--_space-3);
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
  background: var(--_surface);
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

.facts {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--_space-2) var(--_space-3);
  padding: 0;
  list-style: none;
}
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
  padding: var(--_space-2) var(--_space-3);
  border: 1px solid var(--_border-strong);
  border-radius: var(--_radius-small);
}
.attention > .icon { margin-block-start: 0.25em; }

.actions { display: flex; flex-direction: column; gap: var(--_space-2); }
.action-row { display: flex; flex-wrap: wrap; gap: var(--_space-2); }
.action {
  min-block-size: 2.25rem;
  padding: var(--_space-1) var(--_space-4);
  border: 1px solid var(--_border);
  border-radius: var(--_radius-small);
  background: var(--_surface-sunken);
  color: var(--_text-quiet);
  font: inherit;
  font-size: var(--_size-small);
  font-weight: 600;
  cursor: not-allowed;
}
.action[data-emphasis="primary"] { border-color: var(--_border-strong); color: var(--_text); }
.action[data-emphasis="danger"] { color: var(--_caution); }

.audit {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--_space-2);
  font-size: var(--_size-small);
  color: var(--_tone, var(--_text-quiet));
}

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
.identities dd { font-family: var(--_font-mono); }
:focus-visible { outline: 2px solid var(--_focus); outline-offset: 2px; border-radius: var(--_radius-small); }

@media (prefers-reduced-motion: no-preference) {
  summary::after { transition: transform 120ms ease-out; }
}
@media (forced-colors: active) {
  .badge, .action, .attention { border-color: currentColor; }
}
`;

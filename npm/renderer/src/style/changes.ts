// Owns the look of changes. What is gone and what is new differ by sign and word; the colour only repeats it.

/** Style rules for the shadow root of `<chirp-changes>`. */
export const CHANGES_RULES = `
.changes-card > * + * { margin-block-start: var(--_space-3); }
.changes-card > .panel-title { padding: 0; font-size: var(--_size-body); }
.change {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--_space-1);
  padding-block: var(--_space-2);
  border-block-start: 1px solid var(--_border);
}
.change-name { font-size: var(--_size-small); font-weight: 650; }
.change-item { color: var(--_text-quiet); font-family: var(--_font-mono); font-weight: 400; }
.said { font-size: var(--_size-small); }
.said[data-kind="removed"] { --_tone: var(--_caution); }
.said[data-kind="added"] { --_tone: var(--_tip); }
.said:is([data-kind="removed"], [data-kind="added"]) {
  padding: var(--_space-1) var(--_space-2);
  border-inline-start: 3px solid var(--_tone);
  background: color-mix(in srgb, var(--_tone) 8%, var(--_surface));
}
.said-word { display: block; color: var(--_tone); font-weight: 600; white-space: nowrap; }
.sign { display: inline-block; inline-size: 1em; font-family: var(--_font-mono); }
:is(ins, del) { text-decoration: none; }
.diff {
  overflow: hidden;
  border: 1px solid var(--_border);
  border-radius: var(--_radius-small);
}
.diff .text { font-family: var(--_font-mono); }
.diff .said[data-kind="same"] { padding: var(--_space-1) calc(var(--_space-2) + 3px); }
.unchanged { padding: var(--_space-1) var(--_space-2); background: var(--_surface-sunken); }
@container chirp-card (inline-size >= 40rem) {
  .said:is([data-kind="removed"], [data-kind="added"]) {
    display: grid;
    grid-template-columns: 6.5em minmax(0, 1fr);
    gap: var(--_space-2);
  }
  .diff .said[data-kind="same"] { padding-inline-start: calc(6.5em + var(--_space-4) + 3px); }
  .change { grid-template-columns: minmax(8rem, 14rem) minmax(0, 1fr) minmax(0, 1fr); }
  .change > [data-kind="removed"]:last-child { grid-column: 2; }
  .change-name + [data-kind="added"] { grid-column: 3; }
}
@media (forced-colors: active) {
  .said { border-color: currentColor; }
}
`;

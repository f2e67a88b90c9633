// Owns the look of the six layouts. They go by the width of the card alone: `narrow` is below 40rem, where everything
// stands one under the other, and every box that the layouts make is a grid of one column.

/** Style rules for the element's shadow root. */
export const LAYOUT_RULES = `
/* status: what counts, in large. */
[data-layout="status"] .badges { gap: var(--_space-2) var(--_space-5); }
[data-layout="status"] :is(.state, .audit-status) {
  padding: 0;
  border-color: transparent;
  background: none;
  font-size: var(--_size-large);
  line-height: 1.2;
}
[data-layout="status"] .state { font-size: var(--_size-display); letter-spacing: -0.01em; }
[data-layout="status"] .facts {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(10rem, 100%), 1fr));
  gap: 1px;
  overflow: hidden;
  border: 1px solid var(--_border);
  border-radius: var(--_radius-small);
  background: var(--_border);
}
[data-layout="status"] .fact { align-self: stretch; padding: var(--_space-2) var(--_space-3); background: var(--_surface); }
[data-layout="status"] .fact-name { display: block; }
[data-layout="status"] .fact-name::first-letter { text-transform: uppercase; }
[data-layout="status"] .fact-value { color: var(--_text); font-size: var(--_size-body); font-weight: 600; }
[data-layout="status"] .fact-value .age { font-weight: 400; }
[data-layout="status"] .fact-value .time { white-space: normal; }

/* timeline: one line from the start to the end. */
[data-layout="timeline"] .rail {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--_space-4);
  margin-inline-start: 0.75em;
  padding-inline-start: calc(var(--_space-5) + 0.25em);
  border-inline-start: 2px solid var(--_border);
}
[data-layout="timeline"] .rail-end, [data-layout="timeline"] .chirp-tree > :is(ul, ol) > li { position: relative; }
[data-layout="timeline"] .chirp-tree > :is(ul, ol) { padding: 0; list-style: none; }
[data-layout="timeline"] .chirp-tree > :is(ul, ol) > li + li { margin-block-start: var(--_space-4); }
[data-layout="timeline"] :is(.rail-end, .chirp-tree > :is(ul, ol) > li)::before {
  content: "";
  position: absolute;
  inset-block-start: 0.35em;
  left: calc(-1px - var(--_space-5) - 0.25em);
  translate: -50%;
  inline-size: 0.8em;
  block-size: 0.8em;
  border: 2px solid var(--_border-strong);
  border-radius: 50%;
  background: var(--_surface);
}
/* A station stands on the rail, also where its own text runs the other way. */
[data-layout="timeline"] .rail:dir(rtl) :is(.rail-end, .chirp-tree > :is(ul, ol) > li)::before {
  left: auto;
  right: calc(-1px - var(--_space-5) - 0.25em);
  translate: 50%;
}
[data-layout="timeline"] .rail > .rail-end.facts::before { border-radius: 0.15em; background: var(--_border-strong); }
[data-layout="timeline"] .chirp-tree > ol > li::before {
  content: counter(list-item);
  inset-block-start: 0;
  display: grid;
  place-content: center;
  inline-size: auto;
  min-inline-size: 1.75em;
  block-size: 1.75em;
  padding-inline: 0.3em;
  border-radius: 1em;
  font-size: var(--_size-small);
  font-variant-numeric: tabular-nums;
  font-weight: 600;
  line-height: 1;
}
[data-layout="timeline"] .task > label { margin-inline-start: 0; }
[data-layout="timeline"] .rail-end .fact-value { color: var(--_text); font-weight: 600; }
[data-layout="timeline"] .rail-end .age { font-weight: 400; }

[data-layout="timeline"] .rail:dir(ltr) .chirp-tree > :is(ul, ol) > li > .line {
  padding: 0;
  padding-right: max(0px, 100% - var(--_measure));
  text-align: left;
}
[data-layout="timeline"] .rail:dir(rtl) .chirp-tree > :is(ul, ol) > li > .line {
  padding: 0;
  padding-left: max(0px, 100% - var(--_measure));
  text-align: right;
}

/* comparison: side by side, or a table over the whole width with its names in view. */
[data-layout="comparison"] .columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--_space-4); }
[data-layout="comparison"] .column {
  padding: var(--_space-4);
  border: 1px solid var(--_border);
  border-block-start: 3px solid var(--_border-strong);
  border-radius: var(--_radius-small);
}
[data-layout="comparison"] .chirp-tree > .table { max-block-size: 32rem; overflow: auto; }
[data-layout="comparison"] .chirp-tree > .table thead :is(th, td) { position: sticky; inset-block-start: 0; z-index: 1; }
[data-layout="comparison"] .chirp-tree > .table tbody td:first-child { font-weight: 600; }

/* command_center: close together, the orders in a column of their own. */
[data-layout="command_center"] :is(.layout, .panes, .pane, .command) { gap: var(--_space-3); }
[data-layout="command_center"] .command {
  padding: var(--_space-3);
  border-radius: var(--_radius-small);
  background: var(--_surface-sunken);
}
[data-layout="command_center"] .command .attention { background: var(--_surface); }
[data-layout="command_center"] .action-row { display: grid; grid-template-columns: minmax(0, 1fr); }
[data-layout="command_center"] .action-item { justify-items: stretch; }
[data-layout="command_center"] .command .action { text-align: center; }
[data-layout="command_center"] .checks {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr));
  gap: var(--_space-2);
  padding: var(--_space-2);
}
[data-layout="command_center"] .check { border: 1px solid var(--_border); border-radius: var(--_radius-small); }
[data-layout="command_center"] .check-label { flex-basis: 100%; order: 1; }

/* artifact: a cabinet of files. */
[data-layout="artifact"] .cabinet {
  gap: 0;
  overflow: hidden;
  border: 1px solid var(--_border-strong);
  border-radius: var(--_radius-small);
}
[data-layout="artifact"] .cabinet > .panel { border: 0; border-radius: 0; }
[data-layout="artifact"] .cabinet .panel-title { background: var(--_surface-sunken); }
[data-layout="artifact"] .cabinet .file { padding-block: var(--_space-3); }
[data-layout="artifact"] .cabinet .file-name { font-size: var(--_size-body); }
[data-layout="artifact"] .cabinet .whole { color: var(--_text); }
[data-layout="artifact"] .cabinet > .footer { padding: var(--_space-2) var(--_space-3); background: var(--_surface-sunken); }
[data-layout="artifact"] .cabinet > .footer:first-child { border: 0; }

/* document: to be read. */
[data-layout="document"] .reading > .chirp-tree { line-height: 1.65; }
[data-layout="document"] .subject { font-size: var(--_size-large); }
.outline { padding-block-end: var(--_space-3); border-block-end: 1px solid var(--_border); }
.outline button {
  inline-size: 100%;
  padding: var(--_space-1) 0;
  border: 0;
  background: none;
  color: var(--_text-quiet);
  font: inherit;
  font-size: var(--_size-small);
  line-height: 1.4;
  text-align: start;
  cursor: pointer;
}
.outline button:hover { color: var(--_text); text-decoration: underline; text-underline-offset: 0.2em; }
.outline [data-depth="2"] { padding-inline-start: var(--_space-3); }
.outline :is([data-depth="3"], [data-depth="4"], [data-depth="5"], [data-depth="6"]) {
  padding-inline-start: var(--_space-6);
}

@container chirp-card (inline-size >= 40rem) {
  [data-layout="status"] .call:has(.attention + .actions),
  .panels:has(.panel + .panel) { grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: start; }
  [data-layout="comparison"] .columns { grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); }
  [data-layout="command_center"] .panes:has(.command) {
    grid-template-columns: minmax(14rem, 18rem) minmax(0, 1fr);
    align-items: start;
  }
  [data-layout="document"] .page:has(.outline) {
    grid-template-columns: minmax(9rem, 13rem) minmax(0, 1fr);
    gap: var(--_space-6);
    align-items: start;
  }
  [data-layout="document"] .outline {
    position: sticky;
    inset-block-start: var(--_space-4);
    padding: 0;
    padding-inline-end: var(--_space-4);
    border: 0;
    border-inline-end: 1px solid var(--_border);
  }
}
@media (forced-colors: active) {
  [data-layout="status"] :is(.state, .audit-status) { padding-inline: 0.5em; }
}
`;

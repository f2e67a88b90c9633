// Owns the look of the editor: the page's tokens, by which it follows theme and contrast by itself.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const FAINT = 'color-mix(in srgb, var(--chirp-text) 6%, transparent)';
const CHOSEN = 'color-mix(in srgb, var(--chirp-link) 24%, transparent)';

const chrome = EditorView.theme({
  '&': { height: '100%', color: 'var(--chirp-text)', backgroundColor: 'var(--chirp-surface)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--chirp-font-mono)',
    fontSize: 'var(--size-small)',
    lineHeight: '1.6',
    overflow: 'auto',
  },
  '.cm-content': { paddingBlock: 'var(--chirp-space-3)', caretColor: 'var(--chirp-text)' },
  '.cm-line': { paddingInline: 'var(--chirp-space-2) var(--chirp-space-4)' },
  '.cm-gutters': {
    color: 'var(--chirp-text-quiet)',
    backgroundColor: 'var(--chirp-surface)',
    border: 'none',
    paddingInlineStart: 'var(--chirp-space-1)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--chirp-text)', borderLeftWidth: '2px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { backgroundColor: FAINT },
  '.cm-activeLineGutter': { color: 'var(--chirp-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: CHOSEN,
  },
  '.cm-selectionMatch': { backgroundColor: FAINT },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: CHOSEN, outline: 'none' },
  '.cm-foldPlaceholder': {
    color: 'var(--chirp-text-quiet)',
    backgroundColor: 'var(--chirp-surface-sunken)',
    border: '1px solid var(--chirp-border)',
  },
  '.cm-specialChar': { color: 'var(--chirp-caution)', fontWeight: '700' },
  '.cm-tooltip, .cm-panels': {
    color: 'var(--chirp-text)',
    backgroundColor: 'var(--chirp-surface)',
    border: '1px solid var(--chirp-border-strong)',
  },
  '.cm-tooltip': { borderRadius: 'var(--chirp-radius-small)', overflow: 'hidden', maxWidth: '28rem' },
  '.cm-panels button, .cm-panels input': {
    color: 'inherit',
    background: 'var(--chirp-surface-sunken)',
    border: '1px solid var(--chirp-border-strong)',
    borderRadius: 'var(--chirp-radius-small)',
  },
  '.cm-diagnostic': { whiteSpace: 'pre-wrap', padding: 'var(--chirp-space-2) var(--chirp-space-3)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--chirp-caution)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--chirp-note)' },
  '.cm-diagnosticSource': {
    color: 'var(--chirp-text-quiet)',
    opacity: '1',
    fontFamily: 'var(--chirp-font-mono)',
  },
  '.cm-lintRange-error, .cm-lintRange-info': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy 1.5px var(--chirp-caution)',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintRange-info': { textDecorationStyle: 'dotted', textDecorationColor: 'var(--chirp-note)' },
  '.cm-lintRange-error': {
    backgroundColor: 'color-mix(in srgb, var(--chirp-caution) 10%, transparent)',
  },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--chirp-caution)' },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--chirp-link)' },
  { tag: tags.string, color: 'var(--chirp-tip)' },
  { tag: tags.number, color: 'var(--chirp-important)' },
  { tag: [tags.bool, tags.null], color: 'var(--chirp-warning)' },
  { tag: [tags.separator, tags.brace, tags.squareBracket], color: 'var(--chirp-text-quiet)' },
]);

/** Everything that makes the editor look like the page. */
export const editorLook: Extension = [chrome, syntaxHighlighting(colours)];

// Owns the editor: CodeMirror in a shadow root of its own. There its style sheets are constructed ones, which a
// policy of `style-src 'self'` allows; in the page's own tree they would be inline and refused.
import { json } from '@codemirror/lang-json';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import type { Span } from '../model/pointer.js';
import type { Finding } from '../view/problems.js';
import { editorLook } from './look.js';

/** The editor of the page. */
export interface Editor {
  /** Its text. */
  readonly text: () => string;
  /** Replaces its text, as one step that can be undone. */
  readonly replace: (text: string) => void;
  /** Underlines what was found. */
  readonly mark: (findings: readonly Finding[]) => void;
  /** Selects a span, scrolls to it and takes the focus. */
  readonly go: (span: Span) => void;
}

/** Makes the editor in `host`. `changed` is called after each change of its text. */
export function makeEditor(host: HTMLElement, text: string, label: string, changed: () => void): Editor {
  const root = host.attachShadow({ mode: 'open' });
  const extensions = [
    basicSetup,
    json(),
    lintGutter(),
    editorLook,
    EditorView.lineWrapping,
    replaceSelections,
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) changed();
    }),
  ];
  const view = new EditorView({ state: EditorState.create({ doc: text, extensions }), parent: root, root });
  return {
    text: () => view.state.sliceDoc(),
    replace(next) {
      const changes = { from: 0, to: view.state.doc.length, insert: next };
      view.dispatch({ changes, selection: { anchor: 0 }, scrollIntoView: true });
    },
    mark(findings) {
      view.dispatch(setDiagnostics(view.state, findings.map(diagnostic)));
    },
    go({ from, to }) {
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
    },
  };
}

/**
 * Replaces what is selected by what is typed. The browser, left to it, would keep the colours of what it
 * deletes in an inline style, which the policy refuses.
 */
const replaceSelections = EditorView.domEventHandlers({
  beforeinput({ data, inputType }, view) {
    const { from, to } = view.state.selection.main;
    if (inputType !== 'insertText' || data === null || view.composing || from === to) return false;
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
    return true;
  },
});

function diagnostic({ kind, problem, span }: Finding): Diagnostic {
  const { code, hint, message } = problem;
  return {
    ...span,
    severity: kind === 'problem' ? 'error' : 'info',
    source: code,
    message: hint === undefined ? message : `${message}\n${hint}`,
  };
}

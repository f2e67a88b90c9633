// Owns the question before a message is deleted; to keep it has the focus first.
import { byId } from '../../view/dom.js';

/** Wires the dialog: `ask(entry, run)` runs it when the reader is sure, and says why where that fails. */
export function makeAsk(): (entry: HTMLElement, run: () => Promise<void>) => void {
  const dialog = byId('sure', HTMLDialogElement);
  const note = byId('sure-note', HTMLElement);
  const yes = byId('sure-yes', HTMLButtonElement);
  let asked: { readonly entry: HTMLElement; readonly run: () => Promise<void> } | undefined;

  byId('sure-no', HTMLButtonElement).addEventListener('click', () => dialog.close());
  yes.addEventListener('click', async () => {
    if (asked === undefined) return;
    const { entry, run } = asked;
    yes.disabled = true;
    const next = (entry.nextElementSibling ?? entry.previousElementSibling) as HTMLElement | null;
    try {
      await run();
      dialog.close();
      next?.focus();
    } catch (error) {
      note.textContent = `Not deleted: ${error instanceof Error ? error.message : 'it failed'}.`;
    }
    yes.disabled = false;
  });
  return (entry, run) => {
    asked = { entry, run };
    note.textContent = '';
    dialog.showModal();
    byId('sure-no', HTMLButtonElement).focus();
  };
}

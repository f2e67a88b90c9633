// Owns the button that opens a file in the editor.

/** What an editor can still be worked with (bytes). */
const LARGEST_BYTES = 4 * 1024 * 1024;

/** Wires the file input. `opened` is called with a file's text, `refused` with a sentence when it cannot be opened. */
export function makeOpener(
  input: HTMLInputElement,
  opened: (text: string) => void,
  refused: (sentence: string) => void,
): void {
  input.addEventListener('change', async () => {
    const [file] = input.files ?? [];
    // So that the same file can be chosen once more.
    input.value = '';
    if (file === undefined) return;
    if (file.size > LARGEST_BYTES) {
      refused('This file is too large for an editor; the command chirp reads it.');
      return;
    }
    try {
      opened(await file.text());
    } catch {
      refused('This file cannot be read.');
    }
  });
}

// Owns the choice of the theme: that of the system, or the one the reader asked this page for.

const KEY = 'chirp-theme';

/** Wires the three radio buttons. The choice is kept in this browser; the messages of the page follow it. */
export function makeThemeSwitch(field: HTMLFieldSetElement, ...messages: readonly HTMLElement[]): void {
  const radios = [...field.querySelectorAll('input')];
  const use = (theme: string): void => {
    for (const element of [document.documentElement, ...messages]) {
      if (theme === 'auto') element.removeAttribute('theme');
      else element.setAttribute('theme', theme);
    }
  };
  const kept = recall();
  const chosen = radios.find(({ value }) => value === kept);
  if (chosen !== undefined) {
    chosen.checked = true;
    use(chosen.value);
  }
  field.addEventListener('change', () => {
    const theme = radios.find(({ checked }) => checked)?.value ?? 'auto';
    use(theme);
    keep(theme);
  });
}

function recall(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage may be refused; then the page follows the system.
    return null;
  }
}

function keep(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice holds until the page is closed.
  }
}

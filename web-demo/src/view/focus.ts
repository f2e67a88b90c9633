// Owns where the focus goes when the element that had it is gone: never to nowhere, where a keyboard has to begin anew.

/**
 * Makes a change to `part` of the page. Where the focus was in it, and what had it was removed or hidden, `instead` takes
 * it.
 */
export function keepFocus(part: HTMLElement, change: () => void, instead: () => void): void {
  const wasInside = part.contains(document.activeElement);
  change();
  if (wasInside && !isHeld(document.activeElement)) instead();
}

function isHeld(element: Element | null): boolean {
  return element !== null && element !== document.body && element.checkVisibility();
}

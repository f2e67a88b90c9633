// Owns what may stand in a shown message, looked for from inside the page.

/**
 * Runs in the page: shows each message in a <chirp-message> of its own, all at the top of the page, until
 * what they would fetch is under way, and says of each its verdict and what is wrong with what stands in it:
 * an element beyond those of the card and of the nodes, an attribute that runs, fetches or is not known, a
 * way out that is no link, a directional control, text that is not isolated, nothing at all, or before the
 * verdict another text than after it. Broken JSON has no text before the verdict.
 */
export async function showAll({ messages, properties }) {
  const SHOWN = 100_000;
  const elements = new Set(
    [
      'a article bdi blockquote br button code dd del details div dl dt em footer h1 h2 h3 h4 h5 h6 header hr',
      'input label li ol p path pre span strong summary svg table tbody td th thead time tr ul',
      properties.images === 'allow' ? 'img' : '',
    ]
      .join(' ')
      .split(' '),
  );
  const attributes = new Set(
    [
      'alt aria-describedby aria-hidden aria-label aria-level checked class datetime decoding dir disabled',
      'href id lang loading open part referrerpolicy rel role scope src start tabindex target title translate type',
      'data-align data-depth data-emphasis data-fact data-kind data-layout data-severity data-state data-tone',
      'd fill focusable height stroke stroke-linecap stroke-linejoin stroke-width viewBox width',
    ]
      .join(' ')
      .split(' '),
  );

  function faultsOf(root, fallback) {
    const faults = [];
    for (const element of root.querySelectorAll('*')) {
      const name = element.localName;
      if (!elements.has(name)) faults.push(`element ${name}`);
      for (const attribute of element.getAttributeNames())
        if (!attributes.has(attribute)) faults.push(`attribute ${attribute} of ${name}`);
      if (!/^(|actions-why(-\d+)?)$/u.test(element.id)) faults.push(`id ${element.id}`);
      if (element.hasAttribute('src') && name !== 'img') faults.push(`src of ${name}`);
      if (element.hasAttribute('href') && !isLink(element))
        faults.push(`href ${element.getAttribute('href')}`);
      if (element.shadowRoot !== null) faults.push(`shadow root in ${name}`);
    }
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      const isolated = parentElement?.closest('bdi, [dir]') != null;
      if (data.trim() !== '' && !isolated) faults.push(`loose text ${data}`);
    }
    if (/[\u202A-\u202E\u2066-\u2069]/u.test(root.innerHTML)) faults.push('a directional control');
    // Of a text that is white space alone nothing can be seen.
    const isBlank = fallback !== '' && fallback.trim() === '';
    if (!isBlank && root.textContent.trim() === '') faults.push('nothing');
    return faults;
  }

  function isLink(element) {
    return (
      element.localName === 'a' &&
      ['http:', 'https:', 'mailto:'].includes(element.protocol) &&
      element.rel === 'noopener noreferrer nofollow'
    );
  }

  function isJson(message) {
    try {
      JSON.parse(message);
      return true;
    } catch {
      return false;
    }
  }

  /** As much of the text as is put on the screen, as it is written there; a text that is cut is followed by a sentence. */
  function isWritten(early, text) {
    const all = written(text);
    return early === all || (text.length > SHOWN && early.length > SHOWN && early.startsWith(all));
  }

  function written(text) {
    return text.slice(0, SHOWN).replace(/([\u202A-\u202E\u2066-\u2069])\1*/gu, (run, one) => {
      const name = `U+${one.codePointAt(0).toString(16).toUpperCase()}`;
      return run.length === 1 ? `⟨${name}⟩` : `⟨${name} ×${run.length}⟩`;
    });
  }

  const seen = [];
  for (const { id, message, bytes, drawn } of messages) {
    const element = Object.assign(document.createElement('chirp-message'), properties);
    element.style.cssText = 'position: absolute; top: 0';
    document.querySelector('main').append(element);
    const verified = new Promise((resolve) =>
      element.addEventListener('chirp-verified', resolve, { once: true }),
    );
    element.message = bytes
      ? Uint8Array.from(atob(message), (character) => character.charCodeAt(0))
      : message;
    const early = element.shadowRoot.textContent;
    await verified;
    const { view, fallback, reasons } = element.verified;
    const faults = faultsOf(element.shadowRoot, fallback);
    if (isJson(message) && !isWritten(early, fallback)) faults.push(`first ${early}, then ${fallback}`);
    if (drawn !== undefined && drawn !== (view !== 'fallback')) faults.push(`shown as ${view}`);
    seen.push({ id, view, reasons: reasons.map(({ code }) => code), faults });
  }
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  await new Promise((resolve) => setTimeout(resolve, 200));
  return seen;
}

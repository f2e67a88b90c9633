// Owns what may stand in a shown message, looked for from inside the page.

/**
 * Runs in the page: shows each message in a <chirp-message> of its own, one after the other, and says of each its verdict
 * and what stands in it that may not: an element beyond those of the card and of the nodes, an attribute that runs,
 * fetches or is not known, a way out that is no link, a directional control, text that is not isolated, nothing at all.
 */
export async function showAll({ messages, properties }) {
  const elements = new Set(
    [
      'a article bdi blockquote br button code dd del details div dl dt em footer h1 h2 h3 h4 h5 h6 header hr input',
      'label li ol p path pre span strong summary svg table tbody td th thead time tr ul',
      properties.images === 'allow' ? 'img' : '',
    ]
      .join(' ')
      .split(' '),
  );
  const attributes = new Set(
    [
      'alt aria-describedby aria-hidden aria-label aria-level checked class datetime decoding dir disabled href id lang',
      'loading part referrerpolicy rel role scope src start tabindex target title translate type',
      'data-align data-depth data-emphasis data-severity data-state data-tone',
      'd fill focusable height stroke stroke-linecap stroke-linejoin stroke-width viewBox width',
    ]
      .join(' ')
      .split(' '),
  );

  function faultsOf(root) {
    const faults = [];
    for (const element of root.querySelectorAll('*')) {
      const name = element.localName;
      if (!elements.has(name)) faults.push(`element ${name}`);
      for (const attribute of element.getAttributeNames())
        if (!attributes.has(attribute)) faults.push(`attribute ${attribute} of ${name}`);
      if (element.id !== '' && element.id !== 'actions-why') faults.push(`id ${element.id}`);
      if (element.hasAttribute('src') && name !== 'img') faults.push(`src of ${name}`);
      if (element.hasAttribute('href') && !isLink(element)) faults.push(`href ${element.getAttribute('href')}`);
      if (element.shadowRoot !== null) faults.push(`shadow root in ${name}`);
    }
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      if (data.trim() !== '' && parentElement.closest('bdi, [dir]') === null) faults.push(`loose text ${data}`);
    }
    if (/[\u202A-\u202E\u2066-\u2069]/u.test(root.innerHTML)) faults.push('a directional control');
    if (root.textContent.trim() === '' && root.querySelector('[part=card]') === null) faults.push('nothing');
    return faults;
  }

  function isLink(element) {
    return (
      element.localName === 'a' &&
      ['http:', 'https:', 'mailto:'].includes(element.protocol) &&
      element.rel === 'noopener noreferrer nofollow'
    );
  }

  const seen = [];
  for (const { id, message, bytes, drawn } of messages) {
    const element = Object.assign(document.createElement('chirp-message'), properties);
    document.querySelector('main').append(element);
    const verified = new Promise((resolve) =>
      element.addEventListener('chirp-verified', resolve, { once: true }),
    );
    element.message = bytes ? Uint8Array.from(atob(message), (character) => character.charCodeAt(0)) : message;
    const early = element.shadowRoot.textContent;
    await verified;
    element.getBoundingClientRect();
    const { ok, view, fallback, reasons } = element.verified;
    const faults = faultsOf(element.shadowRoot);
    if (drawn !== undefined && drawn !== (view === 'pubmark')) faults.push(`shown as ${view}`);
    seen.push({ id, ok, view, fallback, early, reasons: reasons.map(({ code }) => code), faults });
    element.remove();
  }
  return seen;
}

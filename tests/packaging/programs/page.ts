// What a page does with the renderer.

import { checkTree, verify } from '@chirp-protocol/protocol';
import { CAPABILITIES, type ChirpMessage, RenderError, render } from '@chirp-protocol/renderer';
import '@chirp-protocol/renderer/element';

const view: ChirpMessage = document.createElement('chirp-message');
view.message = '{"body":"hello"}';
view.addEventListener('chirp-verified', ({ detail }) => document.body.append(detail.fallback));
const { tree } = verify('{"body":"hello"}', { capabilities: CAPABILITIES });
const checked = checkTree('{"type":"root","children":[]}');
try {
  if (tree) document.body.append(render(tree, { headingLevel: 2, images: 'block' }));
  if (checked.ok) document.body.append(view, render(checked.tree));
} catch (error) {
  if (error instanceof RenderError) document.body.append(error.code);
}

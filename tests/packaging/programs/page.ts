// What a page does with the renderer.

import { checkTree, verify } from '@chirp-protocol/protocol';
import {
  type ActionState,
  CAPABILITIES,
  type ChirpMessage,
  RenderError,
  render,
} from '@chirp-protocol/renderer';
import { changesBetween } from '@chirp-protocol/renderer/changes';
import '@chirp-protocol/renderer/element';

const view: ChirpMessage = document.createElement('chirp-message');
view.message = '{"body":"hello"}';
view.addEventListener('chirp-verified', ({ detail }) => document.body.append(detail.fallback));
const states: ActionState[] = [{ id: 'approve', enabled: true, confirm: true }];
Object.assign(view, { actionStates: states, now: '2026-11-30T16:00:00Z', past: false });
view.addEventListener('chirp-action', ({ detail }) => document.body.append(detail.id, detail.digest));
const { envelope, tree } = verify('{"body":"hello"}', { capabilities: CAPABILITIES });
if (envelope) document.body.append(...changesBetween(envelope, envelope).statements.map(({ what }) => what));
const changes = document.createElement('chirp-changes');
changes.earlier = changes.later = '{"body":"hello"}';
const checked = checkTree('{"type":"root","children":[]}');
try {
  if (tree) document.body.append(render(tree, { headingLevel: 2, images: 'block' }));
  if (checked.ok) document.body.append(view, render(checked.tree));
} catch (error) {
  if (error instanceof RenderError) document.body.append(error.code);
}

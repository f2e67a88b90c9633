// Owns who is signed in, in the head of a page, and the way out.
import { ask, type Me } from '../hub/api.js';
import { byId, make } from './dom.js';

/** Shows in the head of the page who is signed in. */
export function makeAccount(me: Me): void {
  const place = byId('account', HTMLElement);
  const roles = me.roles.length === 0 ? 'a guest' : me.roles.join(', ');
  const out = make('button', { class: 'button button-plain', type: 'button' }, 'Sign out');
  out.addEventListener('click', async () => {
    out.disabled = true;
    try {
      await ask('POST', '/api/v1/signout');
      location.reload();
    } catch {
      out.disabled = false;
      out.textContent = 'Sign out: no answer, try again';
    }
  });
  place.replaceChildren(
    make('span', { class: 'account-who', title: `Account ${me.account}` }, make('span', {}, 'You: '), roles),
    out,
  );
  place.hidden = false;
}

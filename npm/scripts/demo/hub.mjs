// Owns: what a producer asks of a hub: to send with a key, so that a send that had no answer can be repeated; and to hear
// which actions people have used.

import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';

/** Waits between the tries of a send, in milliseconds. */
const AGAIN_MS = [500, 2_000, 5_000, 10_000];

/** How often it asks what people have done, in milliseconds. */
const LOOK_MS = 1_000;

/** A hub as a producer sees it. */
export class Producer {
  #cursors = new Map();
  #heard = new Map();

  constructor(url, token, signal) {
    this.url = url;
    this.token = token;
    this.signal = signal;
    // Each story waits for it.
    setMaxListeners(0, signal);
  }

  /** Sends a draft to a channel; gives the message that it became. */
  async revise(channel, draft) {
    const protocol = { ...draft, delivery: { dedupe_key: randomUUID() } };
    const { text } = await this.#ask('POST', `/api/v1/channels/${channel}/messages?draft=1`, { protocol });
    return JSON.parse(text);
  }

  /** Sends words, in the thread of a message if there is one. */
  async say(channel, body, thread_id) {
    await this.#ask('POST', `/api/v1/channels/${channel}/messages`, {
      body,
      ...(thread_id && { thread_id }),
    });
  }

  /** The heads of a lens. */
  async heads(lens) {
    return JSON.parse((await this.#ask('GET', `/api/v1/instruments?lens=${lens}&limit=200`)).text).heads;
  }

  /** Waits until somebody has used such an action of this message, and gives its id; undefined when the time is over. */
  async answer({ channel, protocol }, ms, isAnswer = () => true) {
    const { digest } = protocol.integrity;
    for (const end = Date.now() + ms; Date.now() < end; ) {
      await this.#listen(channel);
      const action = this.#heard.get(digest);
      if (action !== undefined && isAnswer(action)) return action;
      await this.rest(LOOK_MS);
    }
    return undefined;
  }

  /** Waits; rejects when the demo is to end. */
  rest(ms) {
    return setTimeout(ms, undefined, { signal: this.signal });
  }

  /** Reads the replies that people have made to actions since it looked last. */
  async #listen(channel) {
    const cursor = this.#cursors.get(channel);
    const place = cursor === undefined ? '' : `&after=${cursor}`;
    const { text } = await this.#ask('GET', `/api/v1/channels/${channel}/messages?limit=200${place}`);
    const { messages, after } = JSON.parse(text);
    if (after !== undefined) this.#cursors.set(channel, after);
    for (const { protocol } of messages) {
      if (protocol?.subject?.kind !== 'action' || protocol.source.kind !== 'person') continue;
      const [digest, action] = protocol.subject.id.split('/');
      this.#heard.set(digest, action);
    }
  }

  async #ask(method, path, body) {
    for (const wait of [...AGAIN_MS, undefined]) {
      this.signal.throwIfAborted();
      const response = await fetch(this.url + path, {
        method,
        headers: { authorization: `Bearer ${this.token}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch(() => undefined);
      const text = await response?.text().catch(() => undefined);
      if (response?.ok && text !== undefined) return { status: response.status, text };
      if (response !== undefined && response.status < 500)
        throw new Error(`${method} ${path.split('?', 1)}: ${response.status} ${text}`);
      if (wait === undefined) throw new Error('the hub does not answer');
      await this.rest(wait);
    }
    throw new Error('the hub does not answer');
  }
}

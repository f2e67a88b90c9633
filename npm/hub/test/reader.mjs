// Owns: a reader of the stream under test.

import { WebSocket } from 'ws';
import { PATIENCE_MS } from './until.mjs';

/**
 * Reads the stream of a hub at `url`. Gives `frames`, what came so far; `until(test)`, which resolves with the first frame
 * that passes; `closed`, which resolves with `{code, reason}`; and the `socket`.
 */
export function read(url, token, after, headers = {}) {
  const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/stream${query}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  const frames = [];
  const waiting = new Set();
  const look = () => {
    for (const look of waiting) look();
  };
  socket.on('message', (data) => {
    frames.push(JSON.parse(data.toString()));
    look();
  });
  const closed = new Promise((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  socket.on('error', () => {});
  const until = (test) =>
    new Promise((resolve, reject) => {
      const done = (settle, value) => {
        clearTimeout(timer);
        waiting.delete(check);
        settle(value);
      };
      const fail = (why) =>
        done(reject, new Error(`${why} after ${JSON.stringify(frames.slice(-2)).slice(0, 300)}`));
      const timer = setTimeout(() => fail('nothing more came'), PATIENCE_MS);
      const check = () => {
        const found = frames.find(test);
        if (found !== undefined) done(resolve, found);
      };
      waiting.add(check);
      check();
      closed.then(() => waiting.has(check) && fail('it was closed'));
    });
  return { socket, frames, until, closed, ready: () => until(({ type }) => type === 'ready') };
}

/** The status with which an upgrade is refused, and its problem. */
export function refusal(url, path, headers = {}) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers });
    socket.on('open', () => reject(new Error('it was not refused')));
    socket.on('error', reject);
    socket.on('unexpected-response', async (_, response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, headers: response.headers, body: JSON.parse(text) });
    });
  });
}

/** The bodies of the messages among frames, in order. */
export function bodies(frames) {
  return frames.filter(({ type }) => type === 'message').map(({ message }) => message.body);
}

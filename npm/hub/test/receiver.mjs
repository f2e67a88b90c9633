// Owns: a subscriber under test: an HTTP server that keeps what it was posted, and answers as it is told.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { until } from './until.mjs';

/** Starts a subscriber. `answer(request, response, posted)` may be replaced at any time. */
export async function receiver(answer = (_request, response) => response.writeHead(204).end()) {
  const made = { posted: [], connections: 0, answer };
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      const posted = { path: request.url, headers: request.headers, text, body: JSON.parse(text) };
      made.posted.push(posted);
      made.answer(request, response, posted);
    });
  });
  server.on('connection', () => {
    made.connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  made.url = `http://127.0.0.1:${server.address().port}/hook`;
  made.texts = () => made.posted.map(({ body }) => body.data.message.body);
  /** Waits for so many posts. */
  made.count = (count) => until(() => made.posted.length >= count, `${count} posts`);
  made.close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return made;
}

// Owns starting that hub, and asking it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('server.mjs', import.meta.url));

/** Starts a hub on a database and gives `{url, token, channel, send, stop}`; `send(body)` resolves when it is acknowledged. */
export async function startHub(database, connections) {
  const child = spawn(process.execPath, [SERVER, database], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url, token: owner, channel } = JSON.parse(line);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const asking = { method: 'POST', agent };
  const scoped = JSON.stringify({ label: 'bench', channels: [channel], sources: ['agent/builder'] });
  const { token } = JSON.parse(await post(`${url}/api/v1/tokens`, asking, owner, scoped));
  return {
    url,
    token,
    send: (body) => post(`${url}/api/v1/channels/${channel}/messages`, asking, token, body),
    async stop() {
      agent.destroy();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The text of an answer of 201; throws of any other. */
function post(url, options, token, body) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { ...options, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (response.statusCode === 201) resolve(text);
        else reject(new Error(`the hub answered ${response.statusCode}: ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

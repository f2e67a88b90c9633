// Owns: a web server for one folder of files, on this machine only, as strict as a page can be served.
// The browser tests use it; a hub serves the same pages under the same policy.

import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';

const HOST = '127.0.0.1';

/** How many ports after the wanted one are tried. */
const PORTS_TRIED = 20;

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * No inline script or style, nothing from another host, no HTML parsed from strings; wasm may be compiled.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Serves the files below `folder` and resolves, once it listens, to `{ url, close }`. `port` 0 takes any free
 * port; with `next` a port that is taken is answered by trying the one after it. `headers` are added to, or
 * replace, the usual ones. Rejects with the error of `listen` when no port is free.
 */
export async function serve(folder, { port = 0, next = false, headers = {} } = {}) {
  const server = createServer((request, response) =>
    answer(folder, { ...HEADERS, ...headers }, request, response),
  );
  const last = next ? port + PORTS_TRIED : port;
  for (let tried = port; ; tried += 1) {
    try {
      await listen(server, tried);
      break;
    } catch (error) {
      if (error.code !== 'EADDRINUSE' || tried >= last) throw error;
    }
  }
  return {
    url: `http://${HOST}:${server.address().port}/`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function answer(folder, headers, request, response) {
  const refuse = (status, text) => {
    response.writeHead(status, { ...headers, 'Content-Type': TYPES['.txt'] }).end(`${text}\n`);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'only GET and HEAD');
  const path = fileFor(folder, request.url);
  const bytes = path === undefined ? undefined : await read(path);
  if (bytes === undefined) return refuse(404, 'not found');
  const type = TYPES[extname(bytes.path)] ?? 'application/octet-stream';
  response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': bytes.content.length });
  response.end(request.method === 'HEAD' ? undefined : bytes.content);
}

/** The path on disk that a request's target names, or `undefined` when it is not one below the folder. */
function fileFor(folder, target) {
  let path;
  try {
    path = decodeURIComponent(target.split(/[?#]/, 1)[0]);
  } catch {
    return undefined;
  }
  if (path.includes('\0')) return undefined;
  const root = join(folder, sep);
  const file = join(root, path);
  return file.startsWith(root) ? file : undefined;
}

/** A file's content; that of its index.html for a folder; `undefined` for what is neither. */
async function read(path) {
  try {
    const file = (await stat(path)).isDirectory() ? join(path, 'index.html') : path;
    return { path: file, content: await readFile(file) };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(error.code)) return undefined;
    throw error;
  }
}

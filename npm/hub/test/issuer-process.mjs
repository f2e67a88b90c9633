// Owns: an OpenID Connect issuer in a process of its own. It signs in whom the address of the authorization says
// (`login_as`), or lies in the way that was asked of it: a POST to /lie {alg?, claims?, key?}. Prints its address.

import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { base64url, exportJWK, generateKeyPair, SignJWT } from 'jose';

const CLIENT = { id: 'chirp', secret: 'a secret of the client' };
const ALGORITHMS = ['RS256', 'ES256', 'PS256', 'EdDSA'];

const keys = new Map();
for (const alg of ALGORITHMS) keys.set(alg, await generateKeyPair(alg, { extractable: true }));
const stranger = await generateKeyPair('RS256');

/** What was authorized, by code. */
const codes = new Map();
let lie = {};

const server = createServer(async (request, response) => {
  const url = new URL(request.url, issuer());
  let body = '';
  for await (const part of request) body += part;
  const json = (value, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const query = Object.fromEntries(url.searchParams);
  switch (url.pathname) {
    case '/.well-known/openid-configuration':
      return json({
        issuer: issuer(),
        authorization_endpoint: `${issuer()}/authorize`,
        token_endpoint: `${issuer()}/token`,
        jwks_uri: `${issuer()}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        // An issuer may offer what the hub does not take.
        id_token_signing_alg_values_supported: [...ALGORITHMS, 'HS256', 'none'],
        code_challenge_methods_supported: ['S256'],
      });
    case '/keys': {
      const all = [...keys].map(async ([alg, { publicKey }]) => ({
        ...(await exportJWK(publicKey)),
        alg,
        kid: alg,
      }));
      return json({ keys: await Promise.all(all) });
    }
    case '/lie':
      lie = JSON.parse(body);
      return json({});
    case '/authorize': {
      const isAsked =
        query.response_type === 'code' &&
        query.client_id === CLIENT.id &&
        query.code_challenge_method === 'S256';
      if (!isAsked || query.scope !== 'openid') return json({ error: 'invalid_request' }, 400);
      const code = randomUUID();
      codes.set(code, query);
      const back = new URL(query.redirect_uri);
      back.search = new URLSearchParams({ code, state: query.state });
      return response.writeHead(302, { location: back.href }).end();
    }
    case '/token': {
      const form = Object.fromEntries(new URLSearchParams(body));
      const asked = codes.get(form.code);
      codes.delete(form.code);
      const challenge = createHash('sha256')
        .update(form.code_verifier ?? '')
        .digest('base64url');
      const isRight =
        asked !== undefined &&
        asked.redirect_uri === form.redirect_uri &&
        asked.code_challenge === challenge &&
        isClient(request, form);
      if (!isRight) return json({ error: 'invalid_grant' }, 400);
      const id_token = await token(asked);
      return json({
        access_token: randomUUID(),
        token_type: 'Bearer',
        expires_in: 60,
        ...(id_token && { id_token }),
      });
    }
    default:
      return json({}, 404);
  }
});

function isClient({ headers }, form) {
  const basic = `Basic ${Buffer.from(`${CLIENT.id}:${encodeURIComponent(CLIENT.secret).replaceAll('%20', '+')}`).toString('base64')}`;
  return (
    headers.authorization === basic || (form.client_id === CLIENT.id && form.client_secret === CLIENT.secret)
  );
}

async function token(asked) {
  const now = Math.floor(Date.now() / 1000);
  const { alg = 'RS256', key } = lie;
  const claims = {
    iss: issuer(),
    aud: CLIENT.id,
    sub: asked.login_as ?? 'ann',
    nonce: asked.nonce,
    iat: now,
    exp: now + 60,
    name: 'Ann Example',
    email: 'ann@example.org',
    ...lie.claims,
  };
  if (alg === 'absent') return undefined;
  if (alg === 'none')
    return `${base64url.encode('{"alg":"none"}')}.${base64url.encode(JSON.stringify(claims))}.`;
  const signer =
    alg === 'HS256'
      ? new TextEncoder().encode(
          key === 'public' ? JSON.stringify(await exportJWK(keys.get('RS256').publicKey)) : CLIENT.secret,
        )
      : key === 'stranger'
        ? stranger.privateKey
        : keys.get(alg).privateKey;
  return new SignJWT(claims).setProtectedHeader({ alg, kid: alg === 'HS256' ? 'RS256' : alg }).sign(signer);
}

function issuer() {
  return `http://127.0.0.1:${server.address().port}`;
}

server.listen(0, '127.0.0.1', () => process.stdout.write(`${issuer()}\n`));

// Owns: signing in by an OpenID Connect issuer: the code flow, of which nothing but the subject is kept.

import { createHash } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';

/** An issuer that knows the people of a workspace. */
export interface OidcOptions {
  /** Its address, which is `https:`, or `http:` on this machine. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** Where the issuer sends people back to; by default `/signin/oidc/callback` where they came from. */
  readonly redirectUri?: string;
  /** Whether a person without an account gets one, with the role `member` and no channel. By default they do. */
  readonly join?: boolean;
  /** The workspace; by default the first. */
  readonly workspace?: string;
}

/** What a browser keeps until it comes back. */
export interface Started {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** How long the issuer may take to answer, in seconds. */
const ISSUER_S = 10;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The longest subject that stands in the name of its account, in characters. */
const SUBJECT = 180;

/** An issuer that does not answer, or not as it must; of a sign-in that is refused, `isRefusal`. */
export class IssuerError extends Error {
  override readonly name = 'IssuerError';

  constructor(
    readonly isRefusal: boolean,
    /** Which, in capitals. It holds nothing of a request. */
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(isRefusal ? 'the sign-in is refused' : 'the issuer does not answer', options);
  }
}

/** An issuer. It is asked for the first time when somebody signs in. */
export class Issuer {
  readonly options: OidcOptions;
  #configuration: Promise<Configuration> | undefined;

  /** Throws TypeError when the issuer or the address to come back to is none. */
  constructor(options: OidcOptions) {
    mustBeSafe(options.issuer, 'issuer');
    if (options.redirectUri !== undefined) mustBeSafe(options.redirectUri, 'redirectUri');
    this.options = options;
  }

  /** Where a browser goes to sign in, and what it keeps. Rejects with IssuerError. */
  async start(redirectUri: string): Promise<{ url: string; started: Started }> {
    const configuration = await this.#configured();
    const started = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      // Neither a name nor an address is asked for.
      scope: 'openid',
      state: started.state,
      nonce: started.nonce,
      code_challenge: await calculatePKCECodeChallenge(started.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, started };
  }

  /**
   * The account of whoever came back to `redirectUri` with these parameters, after everything that the issuer says was
   * checked: state, nonce, issuer, audience, times, and the signature by a key of the issuer's, which no shared secret is.
   * Rejects with IssuerError.
   */
  async finish(redirectUri: string, parameters: URLSearchParams, started: Started): Promise<string> {
    const configuration = await this.#configured();
    const back = new URL(redirectUri);
    back.search = parameters.toString();
    let subject: string | undefined;
    try {
      const tokens = await authorizationCodeGrant(configuration, back, {
        expectedState: started.state,
        expectedNonce: started.nonce,
        pkceCodeVerifier: started.verifier,
        idTokenExpected: true,
      });
      subject = tokens.claims()?.sub;
    } catch (error) {
      throw new IssuerError(true, codeOf(error), { cause: error });
    }
    if (!subject) throw new IssuerError(true, 'NO_SUBJECT');
    return accountOfSubject(this.options.issuer, subject);
  }

  #configured(): Promise<Configuration> {
    this.#configuration ??= this.#discovered().catch((error: unknown) => {
      this.#configuration = undefined;
      throw new IssuerError(false, codeOf(error), { cause: error });
    });
    return this.#configuration;
  }

  #discovered(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.options;
    const address = new URL(issuer);
    return discovery(address, clientId, clientSecret, undefined, {
      timeout: ISSUER_S,
      execute: [enableNonRepudiationChecks, ...(address.protocol === 'http:' ? [allowInsecureRequests] : [])],
    });
  }
}

/**
 * The account of a subject. No other account has such a name by chance. A subject that looks like an address, or that a name
 * of an account cannot hold, is known by its digest.
 */
function accountOfSubject(issuer: string, subject: string): string {
  const { host } = new URL(issuer);
  const isName = /^[\w.|~:=+-]+$/.test(subject) && subject.length <= SUBJECT;
  if (isName) return `oidc:${host}:${subject}`;
  return `oidc-sha256:${host}:${createHash('sha256').update(subject).digest('base64url')}`;
}

/** What is sent to an address that anybody between can read is known to anybody. Throws TypeError. */
function mustBeSafe(address: string, name: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  if (!isSafe) throw new TypeError(`\`oidc.${name}\` must be an address that begins with https://`);
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code : 'UNKNOWN';
}

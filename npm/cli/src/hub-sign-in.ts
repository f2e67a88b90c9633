// Owns: how people sign in at a hub, as the command has it: the settings of an issuer and of origins, and a new link.

import type { OidcOptions } from '@chirp-protocol/hub';
import { Misuse } from './input.js';

/** Who may sign in, and whose pages may use a session. */
export interface SignInSettings {
  readonly origins?: readonly string[];
  readonly oidc?: OidcOptions;
}

/** What the options of the command say of it. */
export interface SignInOptions {
  readonly origin?: string[];
  readonly oidcIssuer?: string;
  readonly oidcClient?: string;
}

const OIDC = ['issuer', 'clientId', 'clientSecret', 'redirectUri', 'join', 'workspace'];

/** The settings, from the options, the environment and the file. A secret stands in no option. Throws Misuse. */
export function signInSettings(
  options: SignInOptions,
  env: NodeJS.ProcessEnv,
  file: { readonly origins?: unknown; readonly oidc?: unknown },
): SignInSettings {
  const { CHIRP_HUB_ORIGINS, CHIRP_HUB_OIDC_ISSUER, CHIRP_HUB_OIDC_CLIENT, CHIRP_HUB_OIDC_SECRET } = env;
  const origins =
    options.origin ?? CHIRP_HUB_ORIGINS?.split(',').filter((origin) => origin !== '') ?? file.origins ?? [];
  if (!Array.isArray(origins) || !origins.every((origin) => typeof origin === 'string' && isOrigin(origin)))
    throw new Misuse('the origins must be as https://pages.example, without a path');
  const given = {
    ...objectOf(file.oidc),
    ...definedOf({
      issuer: options.oidcIssuer ?? CHIRP_HUB_OIDC_ISSUER,
      clientId: options.oidcClient ?? CHIRP_HUB_OIDC_CLIENT,
      clientSecret: CHIRP_HUB_OIDC_SECRET,
    }),
  };
  if (Object.keys(given).length === 0) return { origins };
  return { origins, oidc: issuerOf(given) };
}

function issuerOf(given: Readonly<Record<string, unknown>>): OidcOptions {
  const isRight = Object.entries(given).every(
    ([name, value]) =>
      OIDC.includes(name) &&
      (name === 'join' ? typeof value === 'boolean' : typeof value === 'string' && value !== ''),
  );
  const { issuer, clientId } = given;
  if (!isRight || typeof issuer !== 'string' || typeof clientId !== 'string')
    throw new Misuse(
      'the setting oidc must be {"issuer","clientId","clientSecret"?,"redirectUri"?,"join"?,"workspace"?}',
    );
  return { ...given, issuer, clientId };
}

/** The address of a new link on a hub, which `url` names, or the settings of where it listens. Throws Misuse. */
export function addressOf(link: string, url: string | undefined, host: string, port: number): string {
  if (url !== undefined) {
    if (!isOrigin(url)) throw new Misuse('the address must be as https://hub.example, without a path');
    return url + link;
  }
  if (port === 0) throw new Misuse('where the hub listens is not known: say so with --url');
  // An address that stands for all of this machine is none that a browser opens.
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}${link}`;
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

function objectOf(value: unknown): object {
  if (value === undefined) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Misuse('the setting oidc must be an object');
}

function definedOf(members: Readonly<Record<string, string | undefined>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

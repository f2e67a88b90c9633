// Owns: the setting `oidc` of a hub: the issuer by which people sign in.

import type { OidcOptions } from '@chirp-protocol/hub';
import type { Command } from 'commander';
import { Misuse } from './input.js';

/** The variables of the setting. A secret stands in no option. */
export const ISSUER_VARIABLES = ['CHIRP_HUB_OIDC_ISSUER', 'CHIRP_HUB_OIDC_CLIENT', 'CHIRP_HUB_OIDC_SECRET'];

const MEMBERS = ['issuer', 'clientId', 'clientSecret', 'redirectUri', 'join', 'workspace'];

/** Adds the options of the setting. */
export function addIssuer(command: Command): Command {
  return command
    .option('--oidc-issuer <url>', 'people sign in by this OpenID Connect issuer')
    .option('--oidc-client <id>', 'the id that the issuer knows the hub by');
}

/** The setting, from the options, the environment and the file, each of its members by itself. Throws Misuse. */
export function issuerSetting(
  options: Readonly<Record<string, unknown>>,
  env: NodeJS.ProcessEnv,
  file: unknown,
): { oidc?: OidcOptions } {
  const { oidcIssuer, oidcClient } = options;
  const [issuer, clientId, clientSecret] = ISSUER_VARIABLES.map((name) => env[name]);
  const given = {
    ...objectOf(file),
    ...definedOf({
      issuer: oidcIssuer ?? issuer,
      clientId: oidcClient ?? clientId,
      clientSecret,
    }),
  };
  return Object.keys(given).length === 0 ? {} : { oidc: issuerOf(given) };
}

function issuerOf(given: Readonly<Record<string, unknown>>): OidcOptions {
  const isRight = Object.entries(given).every(
    ([name, value]) =>
      MEMBERS.includes(name) &&
      (name === 'join' ? typeof value === 'boolean' : typeof value === 'string' && value !== ''),
  );
  const { issuer, clientId } = given;
  if (!isRight || typeof issuer !== 'string' || typeof clientId !== 'string')
    throw new Misuse(
      'the setting oidc must be {"issuer","clientId","clientSecret"?,"redirectUri"?,"join"?,"workspace"?}',
    );
  return { ...given, issuer, clientId };
}

function objectOf(value: unknown): object {
  if (value === undefined) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Misuse('the setting oidc must be an object');
}

function definedOf(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

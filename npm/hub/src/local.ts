// Owns: what whoever has the database may make on it, whether a hub is running on it or not: a link that signs in, a token.

import { ready } from '@chirp-protocol/protocol/hub';
import { workspaceIn } from './archive/workspace.js';
import { type Caller, channelsOf, EVERY_CHANNEL } from './caller.js';
import { openReady } from './database.js';
import { tokenRequest } from './http/workspace.js';
import { Refusal } from './refusal.js';
import { ownersCode } from './sessions.js';
import type { Driver } from './store/sql.js';
import { createToken } from './workspace.js';

/** What a token is, where it differs from what is usual. */
export interface TokenOptions {
  /** What it is called in the list of tokens. */
  readonly label?: string;
  /** Whose it is: by default a new account, of a program. */
  readonly account?: string;
  /** By default `member`. */
  readonly roles?: readonly string[];
  /** Ids of channels, or `*`, which is every one that the account is a member of, and for an owner or admin all. */
  readonly channels?: readonly string[];
  /** Whom it speaks as: `kind/id`, or the beginning of one and `*`. */
  readonly sources?: readonly string[];
  /** Which workspace, if there are several. */
  readonly workspace?: string;
}

/**
 * Makes a link on a database that a hub may be running on, as `Hub.signInLink` does. Rejects with StoreUnavailable, and with
 * RangeError when no hub of this version has opened the database.
 */
export function signInLink(database: string, account?: string): Promise<string> {
  return on(database, (driver) => linkOf(driver, account));
}

/**
 * Makes a token on a database that a hub may be running on, and gives it: it is kept nowhere. Rejects with StoreUnavailable,
 * and with RangeError when no hub of this version has opened the database, and for what the token cannot be or the database
 * does not have.
 */
export function makeToken(database: string, options: TokenOptions = {}): Promise<string> {
  return on(database, async (driver) => {
    await ready();
    const { workspace: named, label = 'program', ...rest } = options;
    const { owner, known } = await driver.read(async (sql) => {
      const { id: workspace } = await workspaceIn(sql, named);
      const owner: Caller = {
        workspace,
        token: '',
        account: '',
        roles: ['owner'],
        channels: [EVERY_CHANNEL],
        sources: [],
      };
      return { owner, known: (await channelsOf(sql, owner)).map(({ id }) => id) };
    });
    const strange = rest.channels?.find((id) => id !== EVERY_CHANNEL && !known.includes(id));
    if (strange !== undefined)
      throw new RangeError(`there is no channel ${strange}; there is ${known.join(', ')}`);
    try {
      const request = tokenRequest({ label, ...rest });
      return (await createToken(driver, owner, request, new Date().toISOString())).token;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new RangeError(error.details.detail ?? error.code);
    }
  });
}

/** Makes a link by which a browser signs in as an account, by default as the first owner. Rejects if there is none. */
export async function linkOf(driver: Driver, account: string | undefined): Promise<string> {
  return `/signin?code=${await ownersCode(driver, account, new Date().toISOString())}`;
}

/** Works on a database whose schema is that of this version. */
async function on<T>(database: string, work: (driver: Driver) => Promise<T>): Promise<T> {
  const driver = await openReady(database);
  try {
    return await work(driver);
  } finally {
    await driver.close();
  }
}

// Owns: the command `hub token`: a token by which a program calls a hub.

import type { TokenOptions } from '@chirp-protocol/hub';
import type { Command } from 'commander';
import { onDatabase, settled, used } from './hub-data.js';
import { type Ends, load } from './hub-package.js';
import { ACCEPTED } from './run.js';

const MORE = `It is printed alone, and kept nowhere: who loses it makes another one. The hub
may run meanwhile. With the role owner or admin it may use every channel, and
make channels, hooks and tokens. DELETE /api/v1/tokens/<id> revokes one.

Examples:
  export CHIRP_TOKEN=$(chirp hub token --role owner)
  chirp hub token --label builds --channel general --source agent/builder
  chirp hub token --source agent/claude-code`;

/** Whom a token speaks as, and where, if nothing is said. */
const SOURCES = ['agent/*', 'integration/*'];
const CHANNELS = ['general'];

interface Given {
  readonly label?: string;
  readonly account?: string;
  readonly role?: readonly string[];
  readonly channel?: readonly string[];
  readonly source?: readonly string[];
}

/** Adds the command. `exitCodes` is what the help of every command ends with. */
export function addToken(hub: Command, exitCodes: string, { stdout, done }: Ends): void {
  onDatabase(hub.command('token'))
    .summary('make a token for a program, and print it')
    .description('Makes a token by which a program calls the hub, and prints it, once.')
    .option('--label <name>', 'what it is called in the list of tokens (default: program)')
    .option('--account <id>', 'whose it is (default: a new one, of a program)')
    .option('--role <name...>', 'owner, admin, member, or a name that audiences use (default: member)')
    .option(
      '--channel <id...>',
      'where it may read and send (default: general; with the role owner or admin, everywhere)',
    )
    .option(
      '--source <source...>',
      'whom it speaks as: kind/id, or the beginning of one and * (default: agent/* integration/*)',
    )
    .option('--workspace <id>', 'this workspace, if there are several')
    .addHelpText('after', `\n${MORE}\n\n${exitCodes}`)
    .action(async (_, command: Command) => {
      const { settings, workspace } = await settled(command);
      const { makeToken } = await load();
      const options = { ...optionsOf(command.opts<Given>()), ...workspace };
      await stdout.write(`${await used(settings, () => makeToken(settings.database, options))}\n`);
      done(ACCEPTED);
    });
}

function optionsOf({ label, account, role, channel, source = SOURCES }: Given): TokenOptions {
  const runs = role?.some((name) => name === 'owner' || name === 'admin');
  return {
    channels: channel ?? (runs ? ['*'] : CHANNELS),
    sources: source,
    ...(label === undefined ? {} : { label }),
    ...(account === undefined ? {} : { account }),
    ...(role === undefined ? {} : { roles: role }),
  };
}

// Owns: the command `hub sign-in`: a link that signs a browser in at a hub.

import type { Command } from 'commander';
import { type Ends, load, reached } from './hub-package.js';
import { addSettings, settingsOf } from './hub-settings.js';
import { Misuse } from './input.js';
import { ACCEPTED } from './run.js';

/** Adds the command. `exitCodes` is what the help of every command ends with. */
export function addSignIn(hub: Command, exitCodes: string, ends: Ends): void {
  const command = hub
    .command('sign-in [account]')
    .summary('print a link that signs a browser in')
    .description(
      'Prints a link that signs a browser in once, within ten minutes: as the owner, or as an account.',
    );
  addSettings(command, ['database'])
    .option('--url <origin>', 'the address of the hub, where it is not the one that it listens on')
    .addHelpText('after', `\n${exitCodes}`)
    .action(async (account: string | undefined, _: object, command: Command) => {
      // Of an option that both have, commander gives those before the word to the command above.
      const options: { url?: string } = command.optsWithGlobals();
      const settings = await settingsOf({ ...options }, process.env);
      const { signInLink } = await load();
      const link = await reached(settings, () => signInLink(settings.database, account));
      const { host, port } = settings;
      await ends.stdout.write(`${addressOf(link, options.url, host, port)}\n`);
      ends.done(ACCEPTED);
    });
}

/** The address of a new link on a hub, which `url` names, or the settings of where it listens. Throws Misuse. */
function addressOf(link: string, url: string | undefined, host: string, port: number): string {
  if (url !== undefined) {
    if (!URL.canParse(url) || new URL(url).origin !== url)
      throw new Misuse('the address must be as https://hub.example, without a path');
    return url + link;
  }
  if (port === 0) throw new Misuse('where the hub listens is not known: say so with --url');
  // An address that stands for all of this machine is none that a browser opens.
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}${link}`;
}

// Owns: the capabilities that are registered: those that are built in, and those of the operator.

import { CoreError, LensIndex, type RegisteredCapability } from '@chirp-protocol/protocol/hub';
import { Webhook } from '@chirp-protocol/webhook';
import { AddressRefused, readAddress } from './outbound/address.js';
import { SIGNING_PREFIX } from './secret.js';

/** A capability that the operator registers. */
export interface CapabilityOptions extends RegisteredCapability {
  /** The program that carries it out: it is told of each invocation, with the arguments. */
  readonly webhook?: {
    readonly url: string;
    /** `whsec_…` with 24 to 64 bytes in base64: what the program is told is signed with it. */
    readonly secret: string;
  };
}

const BUILT_IN: readonly (RegisteredCapability & { readonly says: string })[] = [
  { name: 'chirp.acknowledge', says: 'Acknowledged' },
  { name: 'chirp.assign', repeatable: true, says: 'Assigned' },
  { name: 'chirp.review.approve', settles: true, says: 'Approved' },
  { name: 'chirp.review.reject', settles: true, says: 'Rejected' },
];

const SECRET = new RegExp(`^${SIGNING_PREFIX}[A-Za-z0-9+/]+={0,2}$`);
const SECRET_BYTES = { least: 24, most: 64 };

/** What is registered. */
export class Capabilities {
  /** As the core takes them, and as they are listed. */
  readonly registered: RegisteredCapability[];
  readonly #webhooks: ReadonlyMap<string, NonNullable<CapabilityOptions['webhook']>>;

  /** Throws TypeError for what is no capability, is registered twice, or has a webhook that may not be called. */
  constructor(own: readonly CapabilityOptions[], allowLoopback: boolean) {
    const parts = own.map(({ webhook, ...capability }) => ({ webhook, capability }));
    this.registered = [
      ...BUILT_IN.map(({ says: _, ...rest }) => rest),
      ...parts.map(({ capability }) => capability),
    ];
    mustBeRegistrable(this.registered);
    this.#webhooks = new Map(
      parts.flatMap(({ webhook, capability: { name } }) =>
        webhook === undefined ? [] : [[name, checkedWebhook(webhook, name, allowLoopback)]],
      ),
    );
  }

  /** What the reply of a person begins with who used one; undefined for one of the operator, which says its label. */
  says(name: string | undefined): string | undefined {
    return BUILT_IN.find((capability) => capability.name === name)?.says;
  }

  /** The program that carries one out. */
  webhookOf(name: string | undefined): CapabilityOptions['webhook'] {
    return name === undefined ? undefined : this.#webhooks.get(name);
  }
}

/** The core takes them. */
function mustBeRegistrable(capabilities: RegisteredCapability[]): void {
  const context = { viewer: { id: 'nobody', roles: [] }, capabilities, now: '2000-01-01T00:00:00Z' };
  try {
    new LensIndex({ workspace: 'nowhere', context }).free();
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    throw new TypeError(`these capabilities cannot be registered: ${error.message}`);
  }
}

function checkedWebhook(
  webhook: NonNullable<CapabilityOptions['webhook']>,
  name: string,
  allowLoopback: boolean,
): NonNullable<CapabilityOptions['webhook']> {
  const { url, secret } = webhook;
  const wrong = (what: string) => new TypeError(`the webhook of the capability \`${name}\`: ${what}`);
  if (typeof url !== 'string' || typeof secret !== 'string')
    throw wrong('it must have a `url` and a `secret`');
  const bytes = Buffer.from(secret.slice(SIGNING_PREFIX.length), 'base64').length;
  const { least, most } = SECRET_BYTES;
  if (!SECRET.test(secret) || bytes < least || bytes > most)
    throw wrong(`the \`secret\` must be ${SIGNING_PREFIX} and ${least} to ${most} bytes in base64`);
  try {
    new Webhook(secret);
    readAddress(url, allowLoopback);
  } catch (error) {
    throw wrong(error instanceof AddressRefused ? error.message : 'the `secret` must be base64');
  }
  return { url, secret };
}

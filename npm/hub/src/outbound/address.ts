// Owns: which addresses a webhook may have. Nothing here connects; who connects does so to what was checked, and to nothing
// else.

import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { within } from '../within.js';

/** An address that was checked: the only ones to connect to for this URL are `addresses`. */
export interface Checked {
  readonly url: URL;
  readonly addresses: readonly { readonly address: string; readonly family: 4 | 6 }[];
}

/** A URL at which no webhook may be. The message says why, and neither quotes it nor says what a name resolves to. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** The longest URL, in characters. */
export const URL_LENGTH = 2048;

/** How long a name may take to resolve, in milliseconds. */
const RESOLVING_MS = 5000;

/** The one port below 1024 that serves https. */
const HTTPS_PORT = 443;
const FREE_PORTS = 1024;

/** How loopback is spelled once a URL is read: no name, which could be made to mean another. */
const LOOPBACK = ['127.0.0.1', '[::1]'];

/** Where the global unicast addresses of IPv6 are. All else is special, also where nothing is assigned yet. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

const NOT_PUBLIC = 'the host must resolve, to public addresses only';

/**
 * Reads a URL: `https`, without user and password, on port 443 or one of 1024 and more; where loopback is allowed, also
 * `http` on 127.0.0.1 or [::1]. A host that is an address must be a public one, however it is spelled. What a name resolves to is
 * not asked. Throws AddressRefused.
 */
export function readAddress(text: string, allowLoopback: boolean): URL {
  if (text.length > URL_LENGTH)
    throw new AddressRefused(`the URL must have ${URL_LENGTH} characters at most`);
  if (!URL.canParse(text)) throw new AddressRefused('it must be a URL');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw new AddressRefused('the URL must have no user and no password');
  if (allowLoopback && url.protocol === 'http:' && LOOPBACK.includes(url.hostname)) return url;
  if (url.protocol !== 'https:') throw new AddressRefused('the URL must be of https');
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port < FREE_PORTS)
    throw new AddressRefused(`the port must be ${HTTPS_PORT}, or ${FREE_PORTS} or more`);
  const literal = literalOf(url);
  if (literal !== undefined && !isPublic(literal)) throw new AddressRefused(NOT_PUBLIC);
  return url;
}

/**
 * Reads a URL and resolves its host; every address must be public. Throws AddressRefused, also for a name that does not
 * resolve: which names there are inside a network is not told.
 */
export async function checkAddress(text: string, allowLoopback: boolean): Promise<Checked> {
  const url = readAddress(text, allowLoopback);
  const literal = literalOf(url);
  if (literal !== undefined) return { url, addresses: [{ address: literal, family: familyOf(literal) }] };
  const found = await resolved(url.hostname);
  if (found.length === 0 || !found.every(({ address }) => isPublic(address)))
    throw new AddressRefused(NOT_PUBLIC);
  return { url, addresses: found.map(({ address }) => ({ address, family: familyOf(address) })) };
}

/** What a name resolves to; nothing if it does not, or not in time. */
function resolved(name: string): Promise<LookupAddress[]> {
  const found = lookup(name, { all: true }).catch(() => []);
  return within(RESOLVING_MS, found, []);
}

/** The host of a URL where it is an address, by the same judgement as that of whoever connects. */
function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}

function familyOf(address: string): 4 | 6 {
  return isIP(address) === 6 ? 6 : 4;
}

/**
 * Whether anybody on the internet may have this address: none of the special-purpose ranges of IANA, also not those that
 * carry an IPv4 address inside, and none with a zone. A prefix of NAT64 that a network chose itself cannot be known.
 */
function isPublic(address: string): boolean {
  // What the library takes for an address in spellings of its own is none here.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL);
}

/** Signed requests of the Standard Webhooks form: https://www.standardwebhooks.com */
import { Webhook as Standard, WebhookVerificationError } from 'standardwebhooks';

export { WebhookVerificationError };

/** The headers of a request, in any of the forms that programs have them in. */
export type HeadersLike =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A body as it came over the wire. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** The three headers of a signed request. */
const HEADERS = { id: 'webhook-id', timestamp: 'webhook-timestamp', signature: 'webhook-signature' } as const;

/** Stricter than the library, which reads a number out of the beginning of a text and takes what stands after a signature. */
const FORMS = {
  id: /^[\x21-\x7e]{1,256}$/,
  timestamp: /^[1-9]\d{0,14}$/,
  signature: /^v1,[A-Za-z0-9+/]{43}=$/,
};

/** Makes and verifies the signatures of one secret. */
export class Webhook {
  readonly #standard: Standard;

  /** `secret` is base64, with or without `whsec_` before it; or the bytes themselves. Throws for one that is neither. */
  constructor(secret: string | Uint8Array) {
    this.#standard =
      typeof secret === 'string' ? new Standard(secret) : new Standard(secret, { format: 'raw' });
  }

  /**
   * The payload of a request, parsed, if one of its signatures is right and it is at most five minutes old. Throws
   * WebhookVerificationError otherwise, and a TypeError when it is given something other than the raw body. Who must not
   * take a request twice remembers its `webhook-id` for ten minutes.
   */
  verify(raw: RawBody, headers: HeadersLike): unknown {
    const text = textOf(raw);
    this.#mustMatch(text, headers);
    try {
      return text === '' ? undefined : JSON.parse(text);
    } catch {
      throw new WebhookVerificationError('the body is signed, and is no JSON');
    }
  }

  /** The same without parsing what was signed. Gives the id of the request. */
  check(raw: RawBody, headers: HeadersLike): string {
    return this.#mustMatch(textOf(raw), headers);
  }

  /** The signature of a request, for the header `webhook-signature`. */
  sign(id: string, at: Date, raw: RawBody): string {
    return this.#standard.sign(id, at, textOf(raw));
  }

  #mustMatch(text: string, headers: HeadersLike): string {
    const [id, timestamp, signatures] = [HEADERS.id, HEADERS.timestamp, HEADERS.signature].map((name) =>
      headerOf(headers, name),
    );
    if (id === undefined || timestamp === undefined || signatures === undefined)
      throw new WebhookVerificationError('the request is not signed');
    if (!FORMS.id.test(id) || !FORMS.timestamp.test(timestamp))
      throw new WebhookVerificationError('the headers of the signature are not what they must be');
    const known = signatures.split(' ').filter((signature) => FORMS.signature.test(signature));
    const given = { [HEADERS.id]: id, [HEADERS.timestamp]: timestamp, [HEADERS.signature]: known.join(' ') };
    this.#standard.verify(text, given, { jsonParse: false });
    return id;
  }
}

/** A header by its name in lower case. */
export function headerOf(headers: HeadersLike, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return typeof entry?.[1] === 'string' ? entry[1] : undefined;
}

/** Bytes that are no UTF-8 would be signed as something else than what they are. */
function textOf(raw: RawBody): string {
  if (typeof raw === 'string') return raw;
  // Not by instanceof: bytes may come from another realm, as they do in some test runners.
  if (!ArrayBuffer.isView(raw) && Object.prototype.toString.call(raw) !== '[object ArrayBuffer]')
    throw new TypeError('pass the raw body, as it came over the wire: a parsed one is not what was signed');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    throw new WebhookVerificationError('the body is no UTF-8');
  }
}

// Owns what a scripted day consists of, and the ways in which its producers write: who they are, and the parts of their
// messages that repeat.
import {
  type Action,
  type Attention,
  type Audit,
  type CheckStatus,
  digest,
  type Envelope,
  type Evidence,
  type GapReason,
  type Instrument,
  PROTOCOL,
  type Source as Producer,
} from '@chirp-protocol/protocol/instruments';

/** What a producer sends: the hub makes a revision of it, and seals it. */
export type Draft = Omit<Envelope, 'instrument'> & {
  readonly instrument: Omit<Instrument, 'revision' | 'predecessor'>;
};

/** Something that happens at a time of the day, `HH:MM`; `-1 HH:MM` is on the day before. */
export type Happening =
  | { readonly at: string; readonly post: Draft }
  /** A producer that has missed a revision names the one before it as the predecessor. */
  | { readonly at: string; readonly fork: Draft }
  /** An administrator takes a revision away; what it leaves is a gap. */
  | { readonly at: string; readonly remove: Draft; readonly revision: number; readonly reason: GapReason };

/** Makes a timestamp of a time of the day. */
export type Times = (time: string) => string;

/** A timestamp that a browser reads as an instant; times of the day are those of the reader's zone. */
export function timesOf(midnight: Date): Times {
  return (time) => {
    const [, days = '0', hours = '0', minutes = '0'] = /^(?:(-\d+) )?(\d+):(\d+)$/u.exec(time) ?? [];
    const instant = new Date(midnight);
    instant.setDate(instant.getDate() + Number(days));
    instant.setHours(Number(hours), Number(minutes));
    return instant.toISOString().replace('.000', '');
  };
}

/** The words of a message: what every client shows, and the PubMark beside it. */
export interface Words {
  readonly text: string;
  readonly pubmark?: string;
  readonly lang?: string;
}

/** A message of a producer about a thing. */
export function draft(
  source: Producer,
  subject: { readonly kind: string; readonly id: string; readonly label: string },
  { lang = 'en', pubmark, text }: Words,
  instrument: Draft['instrument'],
  rest: Partial<Omit<Draft, 'protocol' | 'source' | 'subject' | 'presentation' | 'instrument'>> = {},
): Draft {
  return {
    protocol: PROTOCOL,
    kind: 'status',
    source,
    subject,
    presentation: { fallback: text, lang, ...(pubmark === undefined ? {} : { pubmark }) },
    instrument,
    ...rest,
  };
}

/** The digest that an artefact of this name would have; these artefacts are stage props. */
export function artefact(name: string): string {
  return digest(JSON.stringify(name), { domain: 'example.harbour.artefact/1' });
}

/** A piece of evidence. */
export function evidence(label: string, media_type?: string, url?: string): Evidence {
  return {
    label,
    digest: artefact(label),
    ...(media_type === undefined ? {} : { media_type }),
    ...(url === undefined ? {} : { url }),
  };
}

/** An audit with its checks, `status label`; those that were completed have evidence, and an outcome has a proof. */
export function audit(status: Audit['status'], name: string, ...checks: string[]): Audit {
  const listed = checks.map((check, index) => {
    const space = check.indexOf(' ');
    const outcome = check.slice(0, space) as CheckStatus;
    const label = check.slice(space + 1);
    const isCompleted = outcome === 'passed' || outcome === 'failed';
    return {
      id: `c${index + 1}`,
      label,
      status: outcome,
      ...(isCompleted ? { evidence: [evidence(`${name}: ${label}`, 'text/plain')] } : {}),
    };
  });
  const isOutcome = status === 'passed' || status === 'failed';
  return {
    status,
    ...(listed.length === 0 ? {} : { checks: listed }),
    ...(isOutcome ? { proof: { digest: artefact(name), label: name } } : {}),
  };
}

/** Who is asked, why, since when and until when. Names beginning with `@` are users, others roles. */
export function ask(who: readonly string[], reason: string, since: string, until?: string): Attention {
  const audience = who.map((name) =>
    name.startsWith('@')
      ? ({ kind: 'user', id: name.slice(1) } as const)
      : ({ kind: 'role', id: name } as const),
  );
  return {
    ...(audience.length === 0 ? {} : { audience }),
    reason,
    since,
    ...(until === undefined ? {} : { until }),
  };
}

/** The two answers to a request for review, which may close at an instant. */
export function review(accept: string, decline: string, until?: string): Action[] {
  const window = until === undefined ? {} : { active_until: until };
  return [
    { id: 'accept', label: accept, capability: 'chirp.review.approve', emphasis: 'primary', ...window },
    { id: 'decline', label: decline, capability: 'chirp.review.reject', ...window },
  ];
}

/** Lines as one text. */
export function lines(...all: readonly string[]): string {
  return all.join('\n');
}

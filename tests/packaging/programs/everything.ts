// One use of every function of the packages, as a program of a user. It prints one line of JSON, and the same one
// however it was loaded.

import * as protocol from '@chirp-protocol/protocol';
import * as compiler from '@chirp-protocol/protocol/compile';
import * as instruments from '@chirp-protocol/protocol/instruments';
import * as plain from '@chirp-protocol/protocol/plain';
import { fromGitHub } from '@chirp-protocol/webhook';

/** What the entries have in common. */
type Functions = Omit<typeof protocol, 'ready'>;

const pubmark = '**Build 412** passed';

const envelope = {
  protocol: protocol.PROTOCOL,
  kind: 'status',
  source: { kind: 'agent', id: 'builder' },
  presentation: { fallback: compiler.toText(pubmark), pubmark },
} satisfies protocol.Envelope;

function use(functions: Functions): unknown {
  const { canonicalize, checkLines, checkTree, digest, isCheckedTree, parseEnvelope } = functions;
  const { positionIn, problem, seal, splitPage, validate, verify } = functions;
  const report: protocol.Report = validate(envelope, { workspace: 'example' });
  const sealed: protocol.Sealed = seal(envelope);
  const seen: protocol.Verified = verify(sealed.bytes, { capabilities: [] });
  const tampered = verify(sealed.text.replace('412', '413'));
  const checked: protocol.TreeCheck = checkTree({ type: 'root', children: [{ type: 'thematicBreak' }] });
  const tree: unknown = checked.ok ? checked.tree : checked.problems;
  const [first] = splitPage(new TextEncoder().encode('{"messages":[{"body":"one"}]}'));
  return {
    valid: report.ok && report.digest === sealed.digest,
    verified: seen.ok && parseEnvelope(sealed.text).kind === seen.envelope?.kind,
    reason: tampered.reasons[0]?.code,
    canonical: canonicalize('{"b": 1.50, "a": [1e3]}'),
    digest: digest(sealed.bytes) === sealed.digest && digest('[]', { domain: 'com.example.list/1' }).length,
    lines: Array.from(checkLines(new TextEncoder().encode('1\n{')), (line) => line.problem?.code ?? ''),
    tree: isCheckedTree(tree),
    page: first && verify(first).fallback,
    refused: [refusal(() => seal('{"kind": 1}')), refusal(() => canonicalize('[1'))],
    position: positionIn(problem('unsafe_link', '/presentation/pubmark')),
  };

  /** The code of the error that a function throws. */
  function refusal(refused: () => unknown): string | undefined {
    try {
      refused();
    } catch (error) {
      if (error instanceof functions.EnvelopeError) return error.code;
      if (error instanceof functions.CoreError) return `core: ${error.code}`;
    }
    return undefined;
  }
}

function useCompiler(): unknown {
  const compiled: compiler.Compiled = compiler.compile(pubmark);
  const projected: compiler.Projected = compiler.project(envelope);
  const seen = compiler.verify(projected.text, { recompile: true });
  return {
    compiled: compiled.ok && compiled.projection.digest === projected.projection?.digest,
    // One program has one class of trees and of errors, whichever of the entries it came by.
    shared: compiled.ok && protocol.isCheckedTree(compiled.tree),
    view: seen.view satisfies protocol.View,
  };
}

function useInstruments(): unknown {
  const draft = {
    ...envelope,
    subject: { kind: 'build', id: '412' },
    instrument: { category: 'run', layout: 'status' },
  };
  const options: instruments.RevisionOptions = { workspace: 'example' };
  const first: instruments.CompletedDraft = instruments.completeDraft(draft, options);
  const made: instruments.ExportedHistory = instruments.exportHistory([first.bytes], options);
  const report: instruments.HistoryReport = instruments.verifyHistory(made.bytes, { head: first.digest });
  const decided: instruments.RevisionDecision = instruments.decideRevision(first.bytes, options);
  return {
    decision: decided.decision,
    series: instruments.seriesOf(first.bytes, options) === report.series,
    revisions: report.ok && report.revisions,
  };
}

function useBoard(): unknown {
  const { digest, text } = instruments.seal({
    ...envelope,
    subject: { kind: 'build', id: '412' },
    actions: [{ id: 'ok', label: 'Go on', capability: 'example.go' }],
    instrument: {
      category: 'run',
      layout: 'status',
      revision: 1,
      attention: { reason: 'a token is missing', since: '2026-03-01T12:00:00Z' },
    },
  });
  const context: instruments.Context = {
    viewer: { id: 'ana', roles: [] },
    capabilities: [{ name: 'example.go' }],
    now: '2026-03-01T12:00:00Z',
  };
  const invocation = { digest, invocation_id: '1' };
  const decided: instruments.Decision = instruments.invoke(text, { action: 'ok', context, invocation });
  const seen: instruments.Classified = instruments.classify(text, { context });
  const index = new instruments.LensIndex({ workspace: 'example', context });
  const put: instruments.PutReport = index.putLines(text);
  const lens: instruments.Lens = 'needs_me';
  const board = [put.inserted, index.counts[lens], index.page({ lens }).heads.length];
  index.free();
  return {
    board,
    needed: seen.needs_me && instruments.actionsOf(text, { context }).actions[0]?.enabled,
    decision: decided.decision,
    audit: instruments.auditOf(text).reported,
    generic: instruments.notificationOf(text).generic,
    said: [instruments.outboundOf(text), instruments.logLine(text), instruments.exportText(text)].length,
  };
}

function usePlain(): unknown {
  const message = { body: 'one' };
  return plain.isMessage(message) && plain.fallbackText(JSON.stringify(message));
}

function useWebhook(): unknown {
  const event = fromGitHub('pull_request', {
    action: 'opened',
    repository: { full_name: 'octo-org/octo-repo', html_url: 'https://github.com/octo-org/octo-repo' },
    pull_request: { number: 7, title: 'Mend it', html_url: 'https://github.com/octo-org/octo-repo/pull/7' },
  });
  return event && protocol.verify(protocol.seal(event).text).ok;
}

Promise.all([protocol.ready(), compiler.ready(), instruments.ready()]).then(() => {
  const entries = [use(protocol), use(compiler), use(instruments)];
  console.log(
    JSON.stringify([...entries, useCompiler(), useInstruments(), useBoard(), usePlain(), useWebhook()]),
  );
});

/** Adapters that turn what other systems send into envelopes of the Chirp message protocol. */
export {
  CLAUDE_CODE_TEXTS,
  type ClaudeCodeOptions,
  type ClaudeCodeText,
  draftFromClaudeCode,
} from './claude-code.js';
export { CLAUDE_CODE_EVENTS, CLAUDE_CODE_OUTCOMES, type ClaudeCodeOutcome } from './claude-code-outcomes.js';
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  type Content,
  createClient,
  type HubReport,
  type QueueingClient,
  type SeriesHead,
  type SeriesOf,
} from './client.js';
export { type OutsideOptions, toDraft } from './draft.js';
export { compareMoments, type Draft, type Drafted, type Moment } from './drafted.js';
export { draftFromGitHub, fromGitHub, GITHUB_EVENTS, type GitHubOptions } from './github.js';
export {
  GITHUB_OUTCOMES,
  type Outcome,
  type Outcomes,
  type Severity,
  type State,
} from './github-outcomes.js';
export {
  type NodeRequest,
  type NodeResponse,
  nodeHandler,
  type WebhookContext,
  type WebhookHandlerOptions,
  type WebhookListener,
  type WebhookPayload,
  webhookHandler,
} from './handler.js';
export { HubError, HubUnreachable, type StoredMessage } from './hub-error.js';
export type { Handled, Queue, Queued, QueueEntry } from './outbox.js';
export { type HeadersLike, type RawBody, Webhook, WebhookVerificationError } from './webhook.js';

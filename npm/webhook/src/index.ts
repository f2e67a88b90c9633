/** Adapters that turn what other systems send into envelopes of the Chirp message protocol. */
export { fromGitHub, type GitHubOptions } from './github.js';
export {
  GITHUB_OUTCOMES,
  type Outcome,
  type Outcomes,
  type Severity,
  type State,
} from './github-outcomes.js';

-- What comes in from other systems: the hooks that they call, what was delivered, and how far the outside's clock is.

CREATE TABLE hooks (
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  -- SHA-256 of the token, in hex.
  hash TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL,
  account TEXT NOT NULL,
  channel TEXT NOT NULL,
  -- What it takes; anything, if nothing is said.
  kind TEXT,
  -- What deliveries are signed with, if they must be. Needed to verify, so it is kept as it is.
  secret TEXT,
  -- A list of texts, as JSON.
  sources TEXT NOT NULL,
  created_at TEXT NOT NULL,
  revoked_at TEXT,
  PRIMARY KEY (workspace, id),
  FOREIGN KEY (workspace, channel) REFERENCES channels (workspace, id)
) STRICT;

CREATE TABLE hook_deliveries (
  workspace TEXT NOT NULL,
  hook TEXT NOT NULL,
  -- The id that the outside gave it.
  id TEXT NOT NULL,
  -- What it became; NULL for one that was passed over.
  message TEXT,
  received_at TEXT NOT NULL,
  PRIMARY KEY (workspace, hook, id),
  FOREIGN KEY (workspace, hook) REFERENCES hooks (workspace, id)
) STRICT;

CREATE INDEX hook_deliveries_by_time ON hook_deliveries (workspace, hook, received_at);

-- When the head of a series was so, as the outside says.
CREATE TABLE outside_moments (
  workspace TEXT NOT NULL,
  series TEXT NOT NULL,
  at TEXT NOT NULL,
  step INTEGER NOT NULL,
  PRIMARY KEY (workspace, series)
) STRICT;

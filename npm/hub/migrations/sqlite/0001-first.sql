-- Workspaces, who may do what in them, and their messages.

CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  -- The cursor of the last change: the order in which messages became visible.
  cursor INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE channels (
  workspace TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (workspace, id)
) STRICT;

CREATE TABLE members (
  workspace TEXT NOT NULL,
  channel TEXT NOT NULL,
  account TEXT NOT NULL,
  PRIMARY KEY (workspace, channel, account),
  FOREIGN KEY (workspace, channel) REFERENCES channels (workspace, id)
) STRICT;

CREATE TABLE tokens (
  workspace TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  -- SHA-256 of the token, in hex. The token itself is shown once and kept nowhere.
  hash TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL,
  account TEXT NOT NULL,
  -- Lists of texts, as JSON.
  roles TEXT NOT NULL,
  channels TEXT NOT NULL,
  sources TEXT NOT NULL,
  created_at TEXT NOT NULL,
  revoked_at TEXT,
  PRIMARY KEY (workspace, id)
) STRICT;

CREATE TABLE messages (
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  cursor INTEGER NOT NULL,
  channel TEXT NOT NULL,
  thread_id TEXT,
  sender TEXT NOT NULL,
  created_at TEXT NOT NULL,
  edited_at TEXT,
  -- Of a message that was deleted, or a revision that was removed, body, envelope and projection are gone.
  deleted_at TEXT,
  -- Why a revision was removed.
  gap_reason TEXT,
  body TEXT,
  -- Canonical bytes, as they were sealed.
  envelope BLOB,
  projection BLOB,
  digest TEXT,
  -- By which a repeated send is recognised.
  content TEXT,
  source_kind TEXT,
  source_id TEXT,
  dedupe_key TEXT,
  series TEXT,
  revision INTEGER,
  PRIMARY KEY (workspace, id),
  UNIQUE (workspace, cursor),
  UNIQUE (workspace, source_kind, source_id, dedupe_key),
  UNIQUE (workspace, series, revision),
  UNIQUE (workspace, series, digest),
  FOREIGN KEY (workspace, channel) REFERENCES channels (workspace, id)
) STRICT;

CREATE INDEX messages_of_channel ON messages (workspace, channel, cursor);

CREATE TABLE series (
  workspace TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  channel TEXT NOT NULL,
  head_revision INTEGER NOT NULL,
  head_digest TEXT NOT NULL,
  -- The cursor at which the head became what it is, be it a gap.
  changed INTEGER NOT NULL,
  PRIMARY KEY (workspace, id)
) STRICT;

CREATE INDEX series_of_channel ON series (workspace, channel, id);
CREATE INDEX series_by_change ON series (workspace, changed);

-- Actions that were run, with the answer that the person got.
CREATE TABLE invocations (
  workspace TEXT NOT NULL REFERENCES workspaces (id),
  account TEXT NOT NULL,
  id TEXT NOT NULL,
  digest TEXT NOT NULL,
  action TEXT NOT NULL,
  cursor INTEGER NOT NULL,
  answer TEXT NOT NULL,
  PRIMARY KEY (workspace, account, id)
) STRICT;

CREATE INDEX invocations_of_message ON invocations (workspace, digest);
CREATE INDEX invocations_by_cursor ON invocations (workspace, cursor);

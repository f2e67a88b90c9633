-- Workspaces, who is in them, and how a program or a browser shows who it is.

CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  -- The cursor of the last change: the order in which messages became visible.
  cursor BIGINT NOT NULL DEFAULT 0,
  -- Counts changes of who may read what.
  rights BIGINT NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL
);

CREATE TABLE channels (
  workspace TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (workspace, id)
);

CREATE TABLE members (
  workspace TEXT NOT NULL,
  channel TEXT NOT NULL,
  account TEXT NOT NULL,
  PRIMARY KEY (workspace, channel, account),
  FOREIGN KEY (workspace, channel) REFERENCES channels (workspace, id)
);

CREATE INDEX members_of_account ON members (workspace, account);

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
);

CREATE INDEX tokens_of_account ON tokens (workspace, account);

CREATE TABLE accounts (
  workspace TEXT NOT NULL REFERENCES workspaces (id),
  account TEXT NOT NULL,
  -- A list of texts, as JSON.
  roles TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (workspace, account)
);

CREATE TABLE sign_in_codes (
  -- SHA-256 of the code, in hex. The code itself is shown once and kept nowhere.
  hash TEXT PRIMARY KEY,
  workspace TEXT NOT NULL,
  account TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT,
  FOREIGN KEY (workspace, account) REFERENCES accounts (workspace, account) ON DELETE CASCADE
);

CREATE INDEX sign_in_codes_of_account ON sign_in_codes (workspace, account);

CREATE TABLE sessions (
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  -- SHA-256 of what the cookie holds, in hex.
  hash TEXT NOT NULL UNIQUE,
  account TEXT NOT NULL,
  created_at TEXT NOT NULL,
  used_at TEXT NOT NULL,
  PRIMARY KEY (workspace, id),
  FOREIGN KEY (workspace, account) REFERENCES accounts (workspace, account) ON DELETE CASCADE
);

CREATE INDEX sessions_of_account ON sessions (workspace, account);

-- Accounts whose erasure has begun: what they sent up to a cursor is still to lose its text.
CREATE TABLE erasures (
  workspace TEXT NOT NULL REFERENCES workspaces (id),
  account TEXT NOT NULL,
  cursor BIGINT NOT NULL,
  PRIMARY KEY (workspace, account)
);

-- Accounts of people, and how a browser signs in as one.

CREATE TABLE accounts (
  workspace TEXT NOT NULL REFERENCES workspaces (id),
  account TEXT NOT NULL,
  -- A list of texts, as JSON.
  roles TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (workspace, account)
);

-- Whoever owned a workspace before there were accounts has one.
INSERT INTO accounts (workspace, account, roles, created_at)
  SELECT workspace, account, '["owner"]', MIN(created_at) FROM tokens
  WHERE roles LIKE '%"owner"%' AND revoked_at IS NULL
  GROUP BY workspace, account;

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

CREATE INDEX messages_of_sender ON messages (workspace, sender, cursor);
CREATE INDEX members_of_account ON members (workspace, account);
CREATE INDEX tokens_of_account ON tokens (workspace, account);

-- Webhooks, and the outbox: what they are owed.

CREATE TABLE webhooks (
  workspace TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  url TEXT NOT NULL,
  description TEXT,
  -- Lists of texts, as JSON; `["*"]` are all channels.
  channels TEXT NOT NULL,
  events TEXT NOT NULL,
  -- Of one that the operator has configured, the capability that it carries out.
  capability TEXT,
  enabled INTEGER NOT NULL,
  -- Why the hub disabled it.
  disabled_reason TEXT,
  -- Signing needs the secrets themselves. The former one signs too, until a time in milliseconds.
  secret TEXT NOT NULL,
  former_secret TEXT,
  former_until BIGINT NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  -- Which process delivers to it, and until when it has to have said so again; times in milliseconds.
  leased_by TEXT,
  leased_until BIGINT NOT NULL DEFAULT 0,
  served_at BIGINT NOT NULL DEFAULT 0,
  -- Failures since the last success, and until when it is let alone for them.
  failures INTEGER NOT NULL DEFAULT 0,
  paused_until BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace, id)
);

-- What a delivery says of a message is read when it is sent, so that nothing that was erased stands here.
CREATE TABLE deliveries (
  position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  workspace TEXT NOT NULL,
  webhook TEXT NOT NULL,
  type TEXT NOT NULL,
  message TEXT NOT NULL,
  -- What is said, as JSON, where it is no message.
  data TEXT,
  created_at TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- In milliseconds.
  due_at BIGINT NOT NULL DEFAULT 0,
  -- What came of the last attempt that failed.
  reason TEXT,
  status INTEGER,
  -- When it was given up.
  dead_at TEXT,
  FOREIGN KEY (workspace, webhook) REFERENCES webhooks (workspace, id) ON DELETE CASCADE
);

CREATE INDEX deliveries_waiting ON deliveries (workspace, webhook, position) WHERE dead_at IS NULL;
CREATE INDEX deliveries_due ON deliveries (workspace, webhook, due_at) WHERE dead_at IS NULL;
CREATE INDEX deliveries_dead ON deliveries (workspace, webhook, position) WHERE dead_at IS NOT NULL;

-- Messages and their series, what happened to them, their words, and the actions that were run.

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
CREATE INDEX messages_of_sender ON messages (workspace, sender, cursor);

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

CREATE INDEX series_by_change ON series (workspace, changed);

-- What happened to messages after they were sent.
CREATE TABLE changes (
  workspace TEXT NOT NULL REFERENCES workspaces (id),
  -- In one order with the cursors of messages.
  cursor INTEGER NOT NULL,
  message TEXT NOT NULL,
  -- 'edit' or 'delete'.
  kind TEXT NOT NULL,
  PRIMARY KEY (workspace, cursor)
) STRICT, WITHOUT ROWID;

-- The words of each message that has a text, each once, with a space between two of them.
CREATE TABLE texts (
  number INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL,
  message TEXT NOT NULL,
  words TEXT NOT NULL,
  UNIQUE (workspace, message)
) STRICT;

-- Words are told apart before they come here: this tokenizer parts them at the spaces.
CREATE VIRTUAL TABLE word_index USING fts5 (
  words, content = 'texts', content_rowid = 'number', tokenize = "ascii tokenchars '_'", detail = none, columnsize = 0
);

-- What is erased does not stay in the index until it is merged.
INSERT INTO word_index (word_index, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER texts_inserted AFTER INSERT ON texts BEGIN
  INSERT INTO word_index (rowid, words) VALUES (new.number, new.words);
END;

CREATE TRIGGER texts_deleted AFTER DELETE ON texts BEGIN
  INSERT INTO word_index (word_index, rowid, words) VALUES ('delete', old.number, old.words);
END;

CREATE TRIGGER texts_updated AFTER UPDATE ON texts BEGIN
  INSERT INTO word_index (word_index, rowid, words) VALUES ('delete', old.number, old.words);
  INSERT INTO word_index (rowid, words) VALUES (new.number, new.words);
END;

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

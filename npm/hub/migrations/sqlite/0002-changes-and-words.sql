-- What happened to messages after they were sent, who may have lost or gained a right, and the words of messages.

-- Counts changes of who may read what.
ALTER TABLE workspaces ADD COLUMN rights INTEGER NOT NULL DEFAULT 0;

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

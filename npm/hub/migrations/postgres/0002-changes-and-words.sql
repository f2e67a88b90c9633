-- What happened to messages after they were sent, who may have lost or gained a right, and the words of messages.

-- Counts changes of who may read what.
ALTER TABLE workspaces ADD COLUMN rights BIGINT NOT NULL DEFAULT 0;

CREATE TABLE changes (
  workspace TEXT NOT NULL REFERENCES workspaces (id),
  -- In one order with the cursors of messages.
  cursor BIGINT NOT NULL,
  message TEXT NOT NULL,
  -- 'edit' or 'delete'.
  kind TEXT NOT NULL,
  PRIMARY KEY (workspace, cursor)
);

-- The words of each message that has a text, each once, with a space between two of them.
CREATE TABLE texts (
  workspace TEXT NOT NULL,
  message TEXT NOT NULL,
  words TEXT NOT NULL,
  -- Words are told apart before they come here, and are taken as they are.
  word_index TSVECTOR GENERATED ALWAYS AS (array_to_tsvector(string_to_array(words, ' '))) STORED,
  PRIMARY KEY (workspace, message)
);

CREATE INDEX texts_by_word ON texts USING GIN (word_index);

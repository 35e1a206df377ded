-- What the last import said of an event type: what differs from it was changed by hand.
CREATE TABLE import_baseline (
  name    TEXT PRIMARY KEY REFERENCES event_type (name) ON DELETE CASCADE,
  source  TEXT NOT NULL,                                   -- title of the document
  content TEXT NOT NULL CHECK (json_type(content) = 'object')
) STRICT;

-- What imports did. The documents of the last few are kept, to run them again.
CREATE TABLE import_receipt (
  id            TEXT PRIMARY KEY,
  created_at    INTEGER NOT NULL,
  source_name   TEXT,                                      -- null: the caller did not say
  title         TEXT NOT NULL,
  document_hash TEXT NOT NULL,
  outcome       TEXT NOT NULL CHECK (json_type(outcome) = 'object'),  -- counts, names and what was asked for
  undone_at     INTEGER,                                   -- null: it stands
  document      TEXT                                       -- null: too large, or too long ago
) STRICT;

-- What an import found, to be put back by an undo. Of older receipts, and of those undone, there is nothing here.
CREATE TABLE import_change (
  receipt_id      TEXT NOT NULL REFERENCES import_receipt (id) ON DELETE CASCADE,
  name            TEXT NOT NULL,
  before          TEXT CHECK (before IS NULL OR json_type(before) = 'object'),  -- null: it did not exist, or only its baseline moved
  before_source   TEXT,                                    -- null: it had no baseline
  before_baseline TEXT CHECK ((before_baseline IS NULL) = (before_source IS NULL)),
  after_hash      TEXT,                                    -- of the event type as the import left it; null: only its baseline moved
  PRIMARY KEY (receipt_id, name)
) STRICT;

-- The catalog of another instance, to be edited here. It goes with its connection.
CREATE TABLE working_copy (
  connection_id TEXT PRIMARY KEY REFERENCES connection (id) ON DELETE CASCADE,
  fetched_at    INTEGER NOT NULL,
  is_offline    INTEGER NOT NULL DEFAULT 0 CHECK (is_offline IN (0, 1)),  -- the last try to reach it failed
  note          TEXT NOT NULL DEFAULT '',                -- what the changes are about
  revision      INTEGER NOT NULL DEFAULT 0               -- rises with every write to its event types
) STRICT;

-- Contents are JSON texts; null: it is not there. What is told apart by them is computed by whoever writes them, so
-- that the state of a copy is counted and not worked out. Small columns first: reading them loads no text.
CREATE TABLE working_copy_type (
  connection_id  TEXT NOT NULL REFERENCES working_copy (connection_id) ON DELETE CASCADE,
  name           TEXT NOT NULL,
  revision       INTEGER NOT NULL,                       -- of the copy, at its last write
  mine_changed   INTEGER NOT NULL CHECK (mine_changed IN (0, 1)),
  theirs_changed INTEGER NOT NULL CHECK (theirs_changed IN (0, 1)),
  in_conflict    INTEGER NOT NULL CHECK (in_conflict IN (0, 1)),
  kind           TEXT CHECK (kind IN ('added', 'changed', 'removed')),  -- of mine against base; null: the same
  fields         TEXT NOT NULL CHECK (json_type(fields) = 'array'),     -- pointers of what mine changed
  base           TEXT CHECK (base IS NULL OR json_type(base) = 'object'),
  mine           TEXT CHECK (mine IS NULL OR json_type(mine) = 'object'),
  theirs         TEXT CHECK (theirs IS NULL OR json_type(theirs) = 'object'),
  PRIMARY KEY (connection_id, name),
  CHECK (base IS NOT NULL OR mine IS NOT NULL OR theirs IS NOT NULL)
) STRICT;

-- The few that differ among the many that do not: the state of a copy, and what a sync goes through.
CREATE INDEX working_copy_type_changed ON working_copy_type (connection_id, name, mine_changed, theirs_changed, in_conflict)
  WHERE mine_changed = 1 OR theirs_changed = 1;

-- What was edited, to be undone and redone in order.
CREATE TABLE working_copy_edit (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  connection_id TEXT NOT NULL REFERENCES working_copy (connection_id) ON DELETE CASCADE,
  edited_at     INTEGER NOT NULL,
  act           TEXT NOT NULL CHECK (act IN ('edit', 'discard', 'import', 'undo-sync')),
  is_undone     INTEGER NOT NULL DEFAULT 0 CHECK (is_undone IN (0, 1))
) STRICT;

CREATE INDEX working_copy_edit_connection ON working_copy_edit (connection_id, id);

CREATE TABLE working_copy_edit_type (
  edit_id INTEGER NOT NULL REFERENCES working_copy_edit (id) ON DELETE CASCADE,
  name    TEXT NOT NULL,
  before  TEXT,                                          -- mine before the edit; null: it was not there
  after   TEXT,
  PRIMARY KEY (edit_id, name)
) STRICT;

-- What a sync did.
CREATE TABLE sync_receipt (
  id            TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
  created_at    INTEGER NOT NULL,
  note          TEXT NOT NULL
) STRICT;

CREATE INDEX sync_receipt_connection ON sync_receipt (connection_id, id);

CREATE TABLE sync_receipt_item (
  receipt_id TEXT NOT NULL REFERENCES sync_receipt (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  outcome    TEXT NOT NULL CHECK (outcome IN ('done', 'skipped', 'failed', 'conflict')),
  reason     TEXT,                                       -- null: it went as expected
  is_written INTEGER NOT NULL CHECK (is_written IN (0, 1)),  -- there: an undo puts back what was before
  before     TEXT,                                       -- as it was there; null: it was not there, or is not written
  after      TEXT,
  PRIMARY KEY (receipt_id, name)
) STRICT;

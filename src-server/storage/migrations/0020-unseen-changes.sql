-- What a check in the background found changed there, until somebody fetches or compares: nobody has seen it yet, so a
-- sync must not write over it.
CREATE TABLE working_copy_unseen (
  connection_id TEXT NOT NULL REFERENCES working_copy (connection_id) ON DELETE CASCADE,
  name          TEXT NOT NULL,
  PRIMARY KEY (connection_id, name)
) STRICT, WITHOUT ROWID;

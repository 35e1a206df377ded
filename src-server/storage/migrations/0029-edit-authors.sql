-- Who made an edit, as JSON text {"tokenId", "sessionId"}: whoever takes another one's edit back is asked first, after a
-- restart and on every node. NULL: not known, for edits of the versions before.
ALTER TABLE working_copy_edit ADD COLUMN author TEXT CHECK (author IS NULL OR json_type(author) = 'object');

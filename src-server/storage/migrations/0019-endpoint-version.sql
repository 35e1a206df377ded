-- A version number that some clients give an endpoint and read again; nothing here depends on it.
ALTER TABLE endpoint ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1);

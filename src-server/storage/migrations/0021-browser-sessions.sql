-- Which installation this is. The name of its cookie carries it: cookies do not know ports, and two installations on one
-- host must not overwrite the cookie of each other.
CREATE TABLE installation (
  id TEXT PRIMARY KEY CHECK (length(id) = 16)
) STRICT;
INSERT INTO installation (id) VALUES (lower(hex(randomblob(8))));

-- Browsers that are logged in to the admin pages. Only hashes of what they hold are kept. A session ends with its token:
-- the hash is that of the token as it was, so a rotated one is another one.
CREATE TABLE browser_session (
  id            TEXT PRIMARY KEY,
  secret_hash   TEXT NOT NULL UNIQUE,
  page_key_hash TEXT NOT NULL,
  token_hash    TEXT NOT NULL,
  host          TEXT NOT NULL CHECK (host <> ''),
  browser       TEXT NOT NULL CHECK (browser <> ''),
  created_at    INTEGER NOT NULL,
  last_used_at  INTEGER NOT NULL
) STRICT;
-- For those that have not been used for long.
CREATE INDEX browser_session_use ON browser_session (last_used_at);

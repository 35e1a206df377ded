-- Endpoints that fetch their messages. Which ones follows from the messages of the application: nothing is stored for each.
CREATE TABLE polling_endpoint (
  id           TEXT PRIMARY KEY,
  app_id       TEXT NOT NULL REFERENCES application (id),
  uid          TEXT,
  description  TEXT NOT NULL,
  filter_types TEXT CHECK (filter_types IS NULL OR json_array_length(filter_types) > 0),
  channels     TEXT CHECK (channels IS NULL OR json_array_length(channels) > 0),
  filter       TEXT CHECK (filter IS NULL OR json_type(filter) = 'object'),
  disabled     INTEGER NOT NULL CHECK (disabled IN (0, 1)),
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX polling_endpoint_app ON polling_endpoint (app_id, id);
CREATE UNIQUE INDEX polling_endpoint_uid ON polling_endpoint (app_id, uid) WHERE uid IS NOT NULL;

-- The newest one is shown to whoever may see it, so it is sealed here; the hash lets it in. Those before work until they expire.
CREATE TABLE polling_token (
  id              TEXT PRIMARY KEY,
  poller_id       TEXT NOT NULL REFERENCES polling_endpoint (id) ON DELETE CASCADE,
  hash            TEXT NOT NULL UNIQUE,
  encrypted_token TEXT NOT NULL,
  created_at      INTEGER NOT NULL,
  expires_at      INTEGER
) STRICT;
CREATE INDEX polling_token_poller ON polling_token (poller_id, id);

-- How far the readers of a polling endpoint are, each under a name of its own.
CREATE TABLE polling_consumer (
  poller_id    TEXT NOT NULL REFERENCES polling_endpoint (id) ON DELETE CASCADE,
  name         TEXT NOT NULL,
  -- The message up to which it is done, or an id between two.
  position     TEXT NOT NULL,
  -- The last message that it was given and has not committed, and until when it is not given them again.
  leased       TEXT,
  leased_until INTEGER,
  polled_at    INTEGER,
  created_at   INTEGER NOT NULL,
  PRIMARY KEY (poller_id, name),
  CHECK ((leased IS NULL) = (leased_until IS NULL))
) STRICT;

-- Times are milliseconds since 1970 in columns that end in _at. Lists and maps are JSON texts.

CREATE TABLE event_type (
  name          TEXT PRIMARY KEY,
  description   TEXT NOT NULL,
  archived      INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
  deprecated    INTEGER NOT NULL DEFAULT 0 CHECK (deprecated IN (0, 1)),
  group_name    TEXT,                                   -- null: the group follows the name
  feature_flags TEXT CHECK (feature_flags IS NULL OR json_array_length(feature_flags) > 0),
  schemas       TEXT CHECK (schemas IS NULL OR json_type(schemas) = 'object'),
  created_at    INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL
) STRICT;

CREATE TABLE application (
  id         TEXT PRIMARY KEY,
  uid        TEXT,
  name       TEXT NOT NULL,
  rate_limit INTEGER CHECK (rate_limit BETWEEN 1 AND 65535),
  metadata   TEXT NOT NULL DEFAULT '{}' CHECK (json_type(metadata) = 'object'),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER                                    -- deletion is soft: attempts stay readable
) STRICT;
-- A uid is free again once its application is deleted.
CREATE UNIQUE INDEX application_uid ON application (uid) WHERE uid IS NOT NULL AND deleted_at IS NULL;

CREATE TABLE endpoint (
  id           TEXT PRIMARY KEY,
  app_id       TEXT NOT NULL REFERENCES application (id),
  uid          TEXT,
  url          TEXT NOT NULL,
  description  TEXT NOT NULL DEFAULT '',
  rate_limit   INTEGER CHECK (rate_limit BETWEEN 1 AND 65535), -- null: the application's applies
  disabled     INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
  filter_types TEXT CHECK (filter_types IS NULL OR json_array_length(filter_types) > 0),
  channels     TEXT CHECK (channels IS NULL OR json_array_length(channels) > 0),
  metadata     TEXT NOT NULL DEFAULT '{}' CHECK (json_type(metadata) = 'object'),
  headers      TEXT NOT NULL DEFAULT '{}' CHECK (json_type(headers) = 'object'),
  secret       TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL,
  deleted_at   INTEGER
) STRICT;
CREATE INDEX endpoint_app ON endpoint (app_id, id);
CREATE UNIQUE INDEX endpoint_uid ON endpoint (app_id, uid) WHERE uid IS NOT NULL AND deleted_at IS NULL;

-- Secrets that were rotated away and still sign until they expire.
CREATE TABLE old_secret (
  endpoint_id TEXT NOT NULL REFERENCES endpoint (id),
  secret      TEXT NOT NULL,
  expires_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX old_secret_endpoint ON old_secret (endpoint_id, expires_at);

CREATE TABLE message (
  id         TEXT PRIMARY KEY,
  app_id     TEXT NOT NULL REFERENCES application (id),
  event_id   TEXT,
  event_type TEXT NOT NULL,
  payload    TEXT,                                      -- the text as received; null once it was removed
  channels   TEXT CHECK (channels IS NULL OR json_type(channels) = 'array'),
  tags       TEXT CHECK (tags IS NULL OR json_type(tags) = 'array'),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX message_app ON message (app_id, id);
CREATE UNIQUE INDEX message_event_id ON message (app_id, event_id) WHERE event_id IS NOT NULL;

-- The queue. A row is one message on its way to one endpoint. What is being sent right now is known only in
-- memory, so a crash simply finds the row still waiting.
--   waiting -> delivered  a 2xx answer
--   waiting -> failed     the last planned try failed
--   waiting -> canceled   its endpoint or application was deleted
-- A resend is a new row for the same message and endpoint.
CREATE TABLE delivery (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,      -- rises in order of creation
  message_id    TEXT NOT NULL REFERENCES message (id),
  endpoint_id   TEXT NOT NULL REFERENCES endpoint (id),
  state         TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed', 'canceled')),
  manual        INTEGER NOT NULL DEFAULT 0 CHECK (manual IN (0, 1)), -- 1: somebody asked for this send
  attempt_count INTEGER NOT NULL DEFAULT 0,
  due_at        INTEGER,
  finished_at   INTEGER,
  CHECK ((state = 'waiting') = (due_at IS NOT NULL)),
  CHECK ((state = 'waiting') = (finished_at IS NULL))
) STRICT;
-- The only index the engine reads: what waits, per endpoint, in the order it may leave.
CREATE INDEX delivery_waiting ON delivery (endpoint_id, due_at, id) WHERE state = 'waiting';
CREATE INDEX delivery_message ON delivery (message_id, endpoint_id);
CREATE INDEX delivery_endpoint ON delivery (endpoint_id, message_id);

CREATE TABLE attempt (
  id                   TEXT PRIMARY KEY,
  delivery_id          INTEGER NOT NULL REFERENCES delivery (id),
  message_id           TEXT NOT NULL REFERENCES message (id),
  endpoint_id          TEXT NOT NULL REFERENCES endpoint (id),
  url                  TEXT NOT NULL,
  succeeded            INTEGER NOT NULL CHECK (succeeded IN (0, 1)),
  response_status_code INTEGER NOT NULL,                -- 0: no response
  response             TEXT NOT NULL,
  response_duration_ms INTEGER NOT NULL,
  manual               INTEGER NOT NULL CHECK (manual IN (0, 1)),
  created_at           INTEGER NOT NULL
) STRICT;
CREATE INDEX attempt_message ON attempt (message_id, id);
CREATE INDEX attempt_endpoint ON attempt (endpoint_id, id);
CREATE INDEX attempt_delivery ON attempt (delivery_id);

-- Only hashes: a stolen file gives no access.
CREATE TABLE token (
  id            TEXT PRIMARY KEY,
  kind          TEXT NOT NULL CHECK (kind IN ('admin', 'reader', 'portal')),
  hash          TEXT NOT NULL UNIQUE,
  name          TEXT NOT NULL,
  app_id        TEXT REFERENCES application (id),
  feature_flags TEXT CHECK (feature_flags IS NULL OR json_type(feature_flags) = 'array'),
  capabilities  TEXT CHECK (capabilities IS NULL OR json_type(capabilities) = 'array'), -- null: all
  session_id    TEXT,
  expires_at    INTEGER,
  created_at    INTEGER NOT NULL,
  CHECK ((kind = 'portal') = (app_id IS NOT NULL))
) STRICT;
CREATE INDEX token_app ON token (app_id) WHERE app_id IS NOT NULL;

CREATE TABLE setting (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT;

-- Answers to POST requests that carried an idempotency key, kept for twelve hours.
CREATE TABLE idempotent_answer (
  key_hash     TEXT PRIMARY KEY,
  request_hash TEXT NOT NULL,
  status       INTEGER NOT NULL,
  body         TEXT NOT NULL,
  created_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX idempotent_answer_age ON idempotent_answer (created_at);

-- Other instances the admin pages can be aimed at. The token is encrypted; its key is not in this file.
CREATE TABLE connection (
  id               TEXT PRIMARY KEY,
  name             TEXT NOT NULL,
  base_url         TEXT NOT NULL,
  encrypted_token  TEXT NOT NULL,
  created_at       INTEGER NOT NULL
) STRICT;

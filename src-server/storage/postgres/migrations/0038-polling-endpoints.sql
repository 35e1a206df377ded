-- Endpoints that fetch their messages. Which ones follows from the messages of the application: nothing is stored for each.
CREATE TABLE polling_endpoint (
  id           TEXT COLLATE "C" PRIMARY KEY,
  app_id       TEXT COLLATE "C" NOT NULL REFERENCES application (id),
  uid          TEXT COLLATE "C",
  description  TEXT COLLATE "C" NOT NULL,
  filter_types TEXT COLLATE "C" CHECK (filter_types IS NULL OR json_array_length(filter_types::json) > 0),
  channels     TEXT COLLATE "C" CHECK (channels IS NULL OR json_array_length(channels::json) > 0),
  filter       TEXT COLLATE "C" CHECK (filter IS NULL OR json_typeof(filter::json) = 'object'),
  disabled     BIGINT NOT NULL CHECK (disabled IN (0, 1)),
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL
);
CREATE INDEX polling_endpoint_app ON polling_endpoint (app_id, id);
CREATE UNIQUE INDEX polling_endpoint_uid ON polling_endpoint (app_id, uid) WHERE uid IS NOT NULL;

-- The newest one is shown to whoever may see it, so it is sealed here; the hash lets it in. Those before work until they expire.
CREATE TABLE polling_token (
  id              TEXT COLLATE "C" PRIMARY KEY,
  poller_id       TEXT COLLATE "C" NOT NULL REFERENCES polling_endpoint (id) ON DELETE CASCADE,
  hash            TEXT COLLATE "C" NOT NULL UNIQUE,
  encrypted_token TEXT COLLATE "C" NOT NULL,
  created_at      BIGINT NOT NULL,
  expires_at      BIGINT
);
CREATE INDEX polling_token_poller ON polling_token (poller_id, id);

-- How far the readers of a polling endpoint are, each under a name of its own.
CREATE TABLE polling_consumer (
  poller_id    TEXT COLLATE "C" NOT NULL REFERENCES polling_endpoint (id) ON DELETE CASCADE,
  name         TEXT COLLATE "C" NOT NULL,
  -- The message up to which it is done, or an id between two.
  position     TEXT COLLATE "C" NOT NULL,
  -- The last message that it was given and has not committed, and until when it is not given them again.
  leased       TEXT COLLATE "C",
  leased_until BIGINT,
  polled_at    BIGINT,
  created_at   BIGINT NOT NULL,
  PRIMARY KEY (poller_id, name),
  CHECK ((leased IS NULL) = (leased_until IS NULL))
);

-- Where people are told what happens here, and what they were told.
CREATE TABLE notice_channel (
  id            TEXT PRIMARY KEY,
  name          TEXT NOT NULL,
  kind          TEXT NOT NULL CHECK (kind IN ('slack', 'email', 'webhook')),
  way           TEXT NOT NULL, -- JSON {origin, to, from, smtp}, as far as it is no secret
  sealed        TEXT, -- JSON {url, secret, password}, encrypted; null: it has no secret
  notices       TEXT NOT NULL, -- JSON list of kinds
  applications  TEXT, -- JSON list of ids; null: all
  pages_url     TEXT NOT NULL, -- where links lead
  customer_link TEXT, -- null: customers get nothing
  disabled      INTEGER NOT NULL CHECK (disabled IN (0, 1)),
  told          TEXT NOT NULL, -- JSON {kind: when it told that last}
  failing_since INTEGER,
  error         TEXT, -- the newest one; null: what was told last has arrived
  gave_up       INTEGER NOT NULL CHECK (gave_up IN (0, 1)),
  created_at    INTEGER NOT NULL
) STRICT;

-- What has begun, was said, and has not ended: an endpoint that fails, a backup that is late.
CREATE TABLE notice_condition (
  kind    TEXT NOT NULL,
  subject TEXT NOT NULL, -- the id of an endpoint; '' where there is only one
  facts   TEXT NOT NULL, -- JSON
  since   INTEGER NOT NULL,
  PRIMARY KEY (kind, subject)
) STRICT;

-- What waits to be told by a channel.
CREATE TABLE notice (
  id         TEXT PRIMARY KEY,
  channel_id TEXT NOT NULL,
  kind       TEXT NOT NULL,
  recipient  TEXT NOT NULL, -- the address of a customer; '': those of the channel
  facts      TEXT NOT NULL, -- JSON
  created_at INTEGER NOT NULL,
  tried_at   INTEGER -- the first attempt that failed; null: none has
) STRICT;

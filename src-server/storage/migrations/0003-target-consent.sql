-- What deliveries may reach although it is not public. A target has one spelling, so that it is here once.
CREATE TABLE target_consent (
  id         TEXT PRIMARY KEY,
  kind       TEXT NOT NULL CHECK (kind IN ('host', 'network')),
  target     TEXT NOT NULL UNIQUE,
  note       TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL
) STRICT;

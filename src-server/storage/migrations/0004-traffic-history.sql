-- What happened at each endpoint, minute by minute, for 24 hours. A minute without traffic has no row.
-- No reference to the endpoint: what is measured must never keep anything from being removed, and is gone in a day.
CREATE TABLE traffic_minute (
  endpoint_id  TEXT NOT NULL,
  at           INTEGER NOT NULL CHECK (at % 60 = 0),   -- begin of the minute, in seconds since 1970
  arrivals     INTEGER NOT NULL,
  sends        INTEGER NOT NULL,
  succeeded    INTEGER NOT NULL,
  failed       INTEGER NOT NULL,
  queue        INTEGER NOT NULL,                       -- at its end
  oldest_ms    INTEGER,                                -- null: nothing was due
  delay_p50_ms INTEGER,                                -- null: nothing was sent
  delay_p95_ms INTEGER,
  PRIMARY KEY (endpoint_id, at)
) STRICT, WITHOUT ROWID;
-- For the removal of what is older than a day.
CREATE INDEX traffic_minute_age ON traffic_minute (at);

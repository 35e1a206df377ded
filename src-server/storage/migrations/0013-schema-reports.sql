-- What a look at the newest payloads of an event type found. It holds no payload, and goes with its event type.
CREATE TABLE schema_report (
  event_type      TEXT PRIMARY KEY REFERENCES event_type (name) ON DELETE CASCADE,
  fingerprint     TEXT NOT NULL,                       -- of the schema they were held against
  newest_id       TEXT,                                -- newest message of any type then; null: only a glance
  last_message_id TEXT NOT NULL,                       -- newest message of this type then
  checked_at      INTEGER NOT NULL,
  checked         INTEGER NOT NULL CHECK (checked >= 0),
  misfits         INTEGER NOT NULL CHECK (misfits BETWEEN 0 AND checked),
  unchecked       INTEGER NOT NULL CHECK (unchecked >= 0),
  since_at        INTEGER NOT NULL,                    -- oldest message looked at
  until_at        INTEGER NOT NULL,                    -- newest one
  problems        TEXT NOT NULL CHECK (json_type(problems) = 'array'),
  other_problems  INTEGER NOT NULL CHECK (other_problems >= 0)
) STRICT, WITHOUT ROWID;

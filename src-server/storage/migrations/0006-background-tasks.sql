-- Work on many rows, done in small pieces beside everything else: where it has come to, and its receipt.
-- No references: what is remembered of a task must never keep anything from being removed.
CREATE TABLE background_task (
  id          TEXT PRIMARY KEY,
  task        TEXT NOT NULL,
  status      TEXT NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'finished', 'failed')),
  app_id      TEXT,                                    -- null: it concerns no single application
  endpoint_id TEXT,
  arguments   TEXT NOT NULL CHECK (json_type(arguments) = 'object'),
  cursor      TEXT,                                    -- null: at the beginning
  counts      TEXT NOT NULL DEFAULT '{}' CHECK (json_type(counts) = 'object'),
  stopped     INTEGER NOT NULL DEFAULT 0 CHECK (stopped IN (0, 1)),
  error       TEXT CHECK ((error IS NOT NULL) = (status = 'failed')),
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL,
  finished_at INTEGER,
  CHECK ((status = 'running') = (finished_at IS NULL)),
  CHECK (stopped = 0 OR status = 'finished')
) STRICT;
CREATE INDEX background_task_running ON background_task (id) WHERE status = 'running';
CREATE INDEX background_task_app ON background_task (app_id, id) WHERE app_id IS NOT NULL;
-- For the removal of what ended long ago.
CREATE INDEX background_task_age ON background_task (finished_at) WHERE finished_at IS NOT NULL;

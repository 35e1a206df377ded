-- Each state an event type has been in, whole, with who brought it there. A deleted one keeps its rows.
CREATE TABLE event_type_version (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,      -- rises over all event types: the order of the changes
  name          TEXT NOT NULL,
  version       INTEGER NOT NULL,                       -- from 1 for each name, never used again
  act           TEXT NOT NULL CHECK (act IN ('known', 'create', 'update', 'archive', 'unarchive', 'delete', 'restore', 'import')),
  author        TEXT,                                   -- name of the token at that time; null: nobody wrote it down
  token_id      TEXT,                                   -- null: the token of the settings, or nobody wrote it down
  source        TEXT,                                   -- of an import its file, of a restore the version; null: neither
  description   TEXT NOT NULL,
  archived      INTEGER NOT NULL CHECK (archived IN (0, 1)),
  deprecated    INTEGER NOT NULL CHECK (deprecated IN (0, 1)),
  group_name    TEXT,
  feature_flags TEXT CHECK (feature_flags IS NULL OR json_array_length(feature_flags) > 0),
  schemas       TEXT CHECK (schemas IS NULL OR json_type(schemas) = 'object'),
  -- What was different from the version before, worked out once: {changes, more, schemaSummary, verdict}.
  difference    TEXT NOT NULL CHECK (json_type(difference) = 'object'),
  created_at    INTEGER NOT NULL
) STRICT;
-- The history of one event type, newest first; and which versions are beyond those that are kept.
CREATE UNIQUE INDEX event_type_version_name ON event_type_version (name, version);

-- What is there already is the first version of each, so that the next change can be compared with it.
INSERT INTO event_type_version (name, version, act, description, archived, deprecated, group_name, feature_flags, schemas,
  difference, created_at)
SELECT name, 1, 'known', description, archived, deprecated, group_name, feature_flags, schemas,
  '{"changes":[],"more":0,"schemaSummary":"","verdict":null}', updated_at
FROM event_type ORDER BY name;

-- What deprecation says besides that: since when (set by the server), until when messages are promised, and what to use
-- instead. Dates of readers are texts, RFC 3339 in UTC: they are compared and merged as they are written.
ALTER TABLE event_type ADD COLUMN deprecated_at BIGINT;
ALTER TABLE event_type ADD COLUMN sunset_at TEXT COLLATE "C";
ALTER TABLE event_type ADD COLUMN replaced_by TEXT COLLATE "C";
ALTER TABLE event_type_version ADD COLUMN sunset_at TEXT COLLATE "C";
ALTER TABLE event_type_version ADD COLUMN replaced_by TEXT COLLATE "C";
ALTER TABLE share_event_type ADD COLUMN deprecated_at BIGINT;

-- Since the first of the versions that all say so; without a history, since its last change.
UPDATE event_type SET deprecated_at = coalesce((
  SELECT min(said.created_at) FROM event_type_version AS said
  WHERE said.name = event_type.name AND said.version > coalesce((
    SELECT max(version) FROM event_type_version AS other WHERE other.name = event_type.name AND other.deprecated = 0), 0)
), updated_at)
WHERE deprecated = 1;
-- Whoever sends keeps these in memory, and reads them after each change of the catalog.
CREATE INDEX event_type_deprecated ON event_type (name) WHERE deprecated = 1;

-- Releases that are planned, and what became of them: at that time a feature flag leaves event types.
CREATE TABLE flag_release (
  id          TEXT COLLATE "C" PRIMARY KEY,
  flag        TEXT COLLATE "C" NOT NULL,
  at          BIGINT NOT NULL,
  note        TEXT COLLATE "C",
  event_types TEXT COLLATE "C", -- JSON list of names; null: all that have the flag then
  state       TEXT COLLATE "C" NOT NULL CHECK (state IN ('planned', 'done', 'cancelled', 'undone')),
  token_id    TEXT COLLATE "C", -- who planned it; null: the token of the settings
  changes     TEXT COLLATE "C", -- JSON list {name, before, after} of flags; null: it was not done
  done_at     BIGINT,
  created_at  BIGINT NOT NULL
);
-- What is done next.
CREATE INDEX flag_release_next ON flag_release (at, id) WHERE state = 'planned';

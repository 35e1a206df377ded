-- Links that show frames of the portal preview to people without a token. What the frames are is fixed when the link is
-- made: flag sets may be renamed or removed afterwards.
CREATE TABLE share_link (
  id             TEXT PRIMARY KEY,
  title          TEXT CHECK (title <> ''),
  app_id         TEXT NOT NULL REFERENCES application (id),
  page           TEXT NOT NULL CHECK (page LIKE '/%'),         -- of the portal, as in its own address
  width_px       INTEGER NOT NULL CHECK (width_px > 0),
  frames         TEXT NOT NULL CHECK (json_type(frames) = 'array'),
  created_at     INTEGER NOT NULL,
  expires_at     INTEGER NOT NULL,
  last_opened_at INTEGER,
  revoked_at     INTEGER
) STRICT;
-- For those that have ended.
CREATE INDEX share_link_end ON share_link (expires_at);

-- The secrets of a link: one opens it, the others read one frame each. Only hashes are kept. Written last, so a link
-- without them is one that was never finished.
CREATE TABLE share_key (
  hash     TEXT PRIMARY KEY,
  share_id TEXT NOT NULL REFERENCES share_link (id) ON DELETE CASCADE,
  frame    INTEGER                                             -- position in the frames; null: opens the link
) STRICT, WITHOUT ROWID;
CREATE INDEX share_key_link ON share_key (share_id);

-- The event types of frames that show a draft, as they were when the link was made.
CREATE TABLE share_event_type (
  share_id   TEXT NOT NULL REFERENCES share_link (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  content    TEXT NOT NULL,                                    -- JSON text
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (share_id, name)
) STRICT;

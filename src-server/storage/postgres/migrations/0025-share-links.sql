-- As in the migration of SQLite with this number, whose comments explain it.
CREATE TABLE share_link (
  id             TEXT COLLATE "C" PRIMARY KEY,
  title          TEXT COLLATE "C" CHECK (title <> ''),
  app_id         TEXT COLLATE "C" NOT NULL REFERENCES application (id),
  page           TEXT COLLATE "C" NOT NULL CHECK (page LIKE '/%'),
  width_px       BIGINT NOT NULL CHECK (width_px > 0),
  frames         TEXT COLLATE "C" NOT NULL CHECK (json_typeof(frames::json) = 'array'),
  created_at     BIGINT NOT NULL,
  expires_at     BIGINT NOT NULL,
  last_opened_at BIGINT,
  revoked_at     BIGINT
);
CREATE INDEX share_link_end ON share_link (expires_at);

CREATE TABLE share_key (
  hash     TEXT COLLATE "C" PRIMARY KEY,
  share_id TEXT COLLATE "C" NOT NULL REFERENCES share_link (id) ON DELETE CASCADE,
  frame    BIGINT
);
CREATE INDEX share_key_link ON share_key (share_id);

CREATE TABLE share_event_type (
  share_id   TEXT COLLATE "C" NOT NULL REFERENCES share_link (id) ON DELETE CASCADE,
  name       TEXT COLLATE "C" NOT NULL,
  content    TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (share_id, name)
);

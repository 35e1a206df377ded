-- Files of the portal's look, in place of an address elsewhere. At most one of each kind.
CREATE TABLE look_file (
  kind       TEXT PRIMARY KEY CHECK (kind IN ('logo', 'font')),
  media_type TEXT NOT NULL,
  hash       TEXT NOT NULL CHECK (length(hash) = 64),      -- SHA-256 of the content, in hexadecimal digits
  content    BLOB NOT NULL
) STRICT;

-- Named sets of feature flags, which the preview of the portal is drawn for. They are saved with the catalog, so that
-- everybody who works on it compares the same sets.
CREATE TABLE flag_set (
  -- What a set is called in addresses and on frames; it stays when sets are put in another order.
  letter        TEXT PRIMARY KEY CHECK (length(letter) = 1 AND letter BETWEEN 'A' AND 'Z'),
  position      INTEGER NOT NULL UNIQUE CHECK (position >= 0),
  name          TEXT NOT NULL CHECK (name <> ''),
  colour        TEXT NOT NULL,
  feature_flags TEXT NOT NULL CHECK (json_type(feature_flags) = 'array')
) STRICT;

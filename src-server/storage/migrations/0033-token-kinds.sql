-- What a token of the sender may do, where that is not everything, and when it was last used. A reader with feature flags
-- has no kind: it sees what they allow.
ALTER TABLE token ADD COLUMN limited_kind TEXT CHECK (limited_kind IN ('reader', 'support', 'catalog'));
ALTER TABLE token ADD COLUMN last_used_at INTEGER;

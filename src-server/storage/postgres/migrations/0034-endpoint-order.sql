-- 1: each delivery waits until the one before was delivered or given up.
ALTER TABLE endpoint ADD COLUMN ordered BIGINT NOT NULL DEFAULT 0 CHECK (ordered IN (0, 1));

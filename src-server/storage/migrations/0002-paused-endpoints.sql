-- A paused endpoint holds its deliveries as a disabled one does; pausing is what a person does for a while.
ALTER TABLE endpoint ADD COLUMN paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1));
-- Since when; null where it is not so, or where it became so before this column was there.
ALTER TABLE endpoint ADD COLUMN paused_at INTEGER CHECK (paused_at IS NULL OR paused = 1);
ALTER TABLE endpoint ADD COLUMN disabled_at INTEGER CHECK (disabled_at IS NULL OR disabled = 1);

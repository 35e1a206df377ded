-- Attempts that somebody wants between two automatic ones take nothing from the schedule: how many a delivery had, and
-- for when its next automatic attempt is planned while one of them is due. NULL: none is.
ALTER TABLE delivery ADD COLUMN extra_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE delivery ADD COLUMN scheduled_at INTEGER;

-- 0: whoever made this version chose that nobody is told of it.
ALTER TABLE event_type_version ADD COLUMN announced INTEGER NOT NULL DEFAULT 1 CHECK (announced IN (0, 1));

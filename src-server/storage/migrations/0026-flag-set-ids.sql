-- A letter is free again when its set is deleted, so a link to a preview needs something that is not: an id. Sets that
-- exist already get theirs from their letter.
ALTER TABLE flag_set ADD COLUMN id TEXT NOT NULL DEFAULT '';
UPDATE flag_set SET id = 'set_' || letter;
-- The sets of a link are looked up by id.
CREATE UNIQUE INDEX flag_set_id ON flag_set (id);

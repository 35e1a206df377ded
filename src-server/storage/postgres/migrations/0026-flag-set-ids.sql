ALTER TABLE flag_set ADD COLUMN id TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE flag_set SET id = 'set_' || letter;
CREATE UNIQUE INDEX flag_set_id ON flag_set (id);

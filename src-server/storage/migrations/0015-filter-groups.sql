-- Groups of event types an endpoint takes whole, also the types that join them later. Null: none. An endpoint takes
-- every type only while both this and filter_types are null.
ALTER TABLE endpoint ADD COLUMN filter_groups TEXT CHECK (filter_groups IS NULL OR json_array_length(filter_groups) > 0);

-- Which messages an endpoint wants by their content, as JSON text of an object. NULL: all.
ALTER TABLE endpoint ADD COLUMN filter TEXT CHECK (filter IS NULL OR json_type(filter) = 'object');

-- Which messages an endpoint wants by their content, as JSON text of an object. NULL: all.
ALTER TABLE endpoint ADD COLUMN filter TEXT COLLATE "C"
  CHECK (filter IS NULL OR json_typeof(filter::json) = 'object');
-- It is made anew at the start of the server, where it looks at this column too.
DROP TRIGGER IF EXISTS matching_endpoint_changed ON endpoint;

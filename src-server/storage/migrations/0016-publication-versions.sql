-- What readers of the public page saw at the last publish: the version of each event type. Its texts are in the history,
-- so that noting a publish writes a few bytes for each type and not a copy of the catalog.
CREATE TABLE publication_type (
  name    TEXT PRIMARY KEY,
  version INTEGER NOT NULL                               -- 0: not known, from a publish before this table
) STRICT;

INSERT INTO publication_type (name, version)
SELECT published.value ->> '$.name', coalesce((
    SELECT max(version) FROM event_type_version
    WHERE event_type_version.name = published.value ->> '$.name' AND event_type_version.created_at <= setting.value ->> '$.at'), 0)
FROM setting, json_each(setting.value, '$.eventTypes') AS published
WHERE setting.name = 'lastPublication';

UPDATE setting SET value = json_remove(value, '$.eventTypes') WHERE name = 'lastPublication';

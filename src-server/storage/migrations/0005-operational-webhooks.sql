-- Who disabled an endpoint: somebody, its receiver, or its failures. Null where it is not, or nobody wrote it down then.
ALTER TABLE endpoint ADD COLUMN disabled_reason TEXT
  CHECK (disabled_reason IS NULL OR (disabled = 1 AND disabled_reason IN ('manual', 'receiver', 'failing')));
-- The first failure since the last success, and the last one that was written down. Null: the last attempt succeeded.
ALTER TABLE endpoint ADD COLUMN failing_since INTEGER;
ALTER TABLE endpoint ADD COLUMN failing_marked_at INTEGER
  CHECK ((failing_since IS NULL) = (failing_marked_at IS NULL));
-- Owns the endpoints that get operational webhooks. It is no customer: `operational-application` says who sees it.
INSERT INTO application (id, uid, name, rate_limit, metadata, created_at, updated_at)
VALUES ('operational', NULL, 'Operational webhooks', NULL, '{}', 0, 0);

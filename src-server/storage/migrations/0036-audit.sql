-- Who changed what, written with the change. The target is an id of ours or a name, and 'before' and 'after' are JSON
-- objects of the changed fields, without secrets. Lines stay when what they are about is deleted.
CREATE TABLE audit_line (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  actor_kind TEXT NOT NULL CHECK (actor_kind IN ('full', 'reader', 'support', 'catalog', 'portal')),
  actor_name TEXT NOT NULL,
  origin TEXT NOT NULL,
  action TEXT NOT NULL,
  app_id TEXT,
  target TEXT NOT NULL,
  before TEXT,
  after TEXT
) STRICT;
-- For the lines of a customer, of an endpoint or another thing, and of an action, newest first.
CREATE INDEX audit_line_application ON audit_line (app_id, id);
CREATE INDEX audit_line_target ON audit_line (target, id);
CREATE INDEX audit_line_action ON audit_line (action, id);

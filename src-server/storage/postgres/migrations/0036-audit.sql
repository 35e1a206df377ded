-- Who changed what, written with the change. The target is an id of ours or a name, and 'before' and 'after' are JSON
-- objects of the changed fields, without secrets. Lines stay when what they are about is deleted.
CREATE TABLE audit_line (
  id TEXT COLLATE "C" PRIMARY KEY,
  at BIGINT NOT NULL,
  actor_kind TEXT COLLATE "C" NOT NULL CHECK (actor_kind IN ('full', 'reader', 'support', 'catalog', 'portal')),
  actor_name TEXT COLLATE "C" NOT NULL,
  origin TEXT COLLATE "C" NOT NULL,
  action TEXT COLLATE "C" NOT NULL,
  app_id TEXT COLLATE "C",
  target TEXT COLLATE "C" NOT NULL,
  before TEXT COLLATE "C",
  after TEXT COLLATE "C"
);
-- For the lines of a customer, of an endpoint or another thing, and of an action, newest first.
CREATE INDEX audit_line_application ON audit_line (app_id, id);
CREATE INDEX audit_line_target ON audit_line (target, id);
CREATE INDEX audit_line_action ON audit_line (action, id);

-- Holders of a key to one application: programs of a customer, or of a third party for one.
CREATE TABLE integration (
  id            TEXT PRIMARY KEY,
  app_id        TEXT NOT NULL REFERENCES application (id),
  name          TEXT NOT NULL,
  feature_flags TEXT NOT NULL CHECK (json_type(feature_flags) = 'array'),
  -- The key can be shown again, so it is encrypted here; its hash, which lets it in, is a row of token.
  encrypted_key TEXT NOT NULL,
  created_at    INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX integration_app ON integration (app_id, id);

-- The integration whose key this is. Null: somebody's session, or a token of the sender.
ALTER TABLE token ADD COLUMN integration_id TEXT REFERENCES integration (id);
CREATE UNIQUE INDEX token_integration ON token (integration_id) WHERE integration_id IS NOT NULL;
-- Not null: not a token yet, but a link that works once and until then. Whoever follows it gets a token in its place.
ALTER TABLE token ADD COLUMN link_until INTEGER CHECK (link_until IS NULL OR kind = 'portal');

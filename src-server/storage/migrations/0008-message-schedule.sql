-- When delivery may begin; null: at once.
ALTER TABLE message ADD COLUMN deliver_at INTEGER;
-- Of a payload that was handed in as text; null: the payload is JSON, sent as application/json.
ALTER TABLE message ADD COLUMN content_type TEXT;
-- When the payload goes, as its sender asked; null: with all the others, or it is gone.
ALTER TABLE message ADD COLUMN payload_expires_at INTEGER;
-- For the removal of payloads whose time has come.
CREATE INDEX message_payload_expiry ON message (payload_expires_at, id) WHERE payload_expires_at IS NOT NULL;

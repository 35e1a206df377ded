-- 1: it is told what changes about the event types that it receives.
ALTER TABLE endpoint ADD COLUMN event_type_notices BIGINT NOT NULL DEFAULT 0 CHECK (event_type_notices IN (0, 1));
-- Who is told: mostly few, or nobody.
CREATE INDEX endpoint_event_type_notices ON endpoint (app_id, id) WHERE event_type_notices = 1;

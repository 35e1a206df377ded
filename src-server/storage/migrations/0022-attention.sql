-- Endpoints that need attention, in the order of their last change; the condition is that of attention-store.
CREATE INDEX endpoint_attention ON endpoint (
  max(coalesce(failing_since, 0), coalesce(paused_at, 0), coalesce(disabled_at, 0)), id
) WHERE deleted_at IS NULL
    AND iif(disabled = 1, disabled_reason IN ('failing', 'receiver'), failing_since IS NOT NULL);
-- How many deliveries an endpoint has given up since then.
CREATE INDEX delivery_given_up ON delivery (endpoint_id, finished_at) WHERE state = 'failed';

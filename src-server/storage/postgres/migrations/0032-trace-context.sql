-- The W3C trace context of the request that created the message: `traceparent` in the form of version 00, and `tracestate`.
-- NULL: it had none.
ALTER TABLE message ADD COLUMN traceparent TEXT COLLATE "C";
ALTER TABLE message ADD COLUMN tracestate TEXT COLLATE "C";
-- For the search by the id of a trace. It holds no message without one.
CREATE INDEX message_trace ON message (substr(traceparent, 4, 32), id) WHERE traceparent IS NOT NULL;

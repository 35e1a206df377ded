-- Channels and tags are not in it: an entry of an index holds 2,700 bytes at most. Payloads lie apart from the rows anyway.
DROP INDEX message_app;
CREATE INDEX message_app ON message (app_id, id) INCLUDE (event_type, created_at);
DROP INDEX attempt_endpoint;
CREATE INDEX attempt_endpoint ON attempt (endpoint_id, id) INCLUDE (succeeded, response_status_code, created_at);

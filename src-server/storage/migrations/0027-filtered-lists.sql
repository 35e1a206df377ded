-- A filtered list of messages or attempts compares thousands of rows that it does not show. With what it compares in the
-- index that orders the list, it reads no row of the table, nor through the payload that stands before the tags.
DROP INDEX message_app;
CREATE INDEX message_app ON message (app_id, id, event_type, created_at, channels, tags);
DROP INDEX attempt_endpoint;
CREATE INDEX attempt_endpoint ON attempt (endpoint_id, id, succeeded, response_status_code, created_at);

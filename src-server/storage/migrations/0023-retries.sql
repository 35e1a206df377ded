-- What waits for a retry, by age: sending it now reads nothing of what has arrived or never failed. A delivery enters
-- this index with its first failure, so those that arrive at once cost nothing.
CREATE INDEX delivery_retry ON delivery (endpoint_id, message_id) WHERE state = 'waiting' AND attempt_count > 0;

-- Headers of the request and of its answer, a line for each, `name: value`; of a hidden one only the name. Of the request
-- what cannot be told from its message. Null: there was none, or nobody wrote it down then.
ALTER TABLE attempt ADD COLUMN sent_headers TEXT;
ALTER TABLE attempt ADD COLUMN received_headers TEXT;

-- 1: somebody ended it as failed, so that those behind it at its ordered endpoint could leave. NULL: nobody did.
ALTER TABLE delivery ADD COLUMN skipped BIGINT;

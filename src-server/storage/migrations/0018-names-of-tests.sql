-- What is called a test in the pages is called so in the list of background tasks too.
UPDATE background_task SET task = 'diagnostics.crash-test' WHERE task = 'diagnostics.crash-proof';
UPDATE background_task SET task = 'diagnostics.pacing-test' WHERE task = 'diagnostics.pacing-proof';

/** Sets one value in the table of settings, by its name. */
export const PUT_SETTING = `
  INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

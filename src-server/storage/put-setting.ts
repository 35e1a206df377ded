/** Sets one value in the table of settings, by its name. */
export const PUT_SETTING = `
  INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

/** Up to where the history of event types was read for notices: kept with the settings of the instance, but none of them. */
export const NOTICES_READ_UNTIL = 'eventTypeNoticesUntil';

/** Deliveries that ended before it were removed: kept with the settings of the instance, but none of them. */
export const DELIVERIES_REMOVED_BEFORE = 'deliveriesRemovedBefore';

/**
 * The application that owns the endpoints of operational webhooks; created by a migration. It lets the engine deliver
 * them like everything else, and is not shown anywhere: the application store does not know it, and its id does not
 * look like one of ours, so that no path and no token can name it. Counts, statistics and the live stream leave it out.
 */
export const OPERATIONAL_APP_ID = 'operational';

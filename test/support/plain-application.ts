import type { ApplicationContent } from '../../src-server/storage/application-store';

/** An application without a uid, a limit or metadata. */
export const PLAIN_APPLICATION: ApplicationContent = { name: 'A', uid: null, rateLimit: null, metadata: {} };

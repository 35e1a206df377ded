import type { Clock } from '../base/clock';
import type { NewId } from '../base/id';
import type { ApplicationIn } from '../contract/application';
import type { ApplicationContent, ApplicationRecord, ApplicationStore } from '../storage/application-store';
import { conflictIfTaken } from './conflict-if-taken';
import { rateLimitOf, readMetadata, readUid } from './inputs/spellings';

/** What is needed to create an application, also along the way. */
export interface CreateApplicationParts {
  readonly applications: Pick<ApplicationStore, 'get' | 'insert'>;
  readonly newId: NewId;
  readonly clock: Clock;
  /** Called after one was created or changed. */
  readonly onApplicationChanged: (application: ApplicationRecord) => void;
}

/**
 * Creates an application and notifies the parts that must know.
 * @throws ApiError conflict when the uid is taken, 422
 */
export async function createApplication(
  parts: CreateApplicationParts,
  body: ApplicationIn,
): Promise<ApplicationRecord> {
  const content = applicationContent(body);
  const record = await conflictIfTaken(() =>
    parts.applications.insert(parts.newId('app_'), content, parts.clock.now()),
  );
  parts.onApplicationChanged(record);
  return record;
}

/**
 * The application with the uid in the body, created if there is none. Of several concurrent calls, one creates it.
 * Without a uid, it is always new.
 * @throws ApiError 422
 */
export async function createOrGet(
  parts: CreateApplicationParts,
  body: ApplicationIn,
): Promise<{ readonly record: ApplicationRecord; readonly isNew: boolean }> {
  const find = () => (body.uid ? parts.applications.get(body.uid) : Promise.resolve(undefined));
  const existing = await find();
  if (existing) return { record: existing, isNew: false };
  try {
    return { record: await createApplication(parts, body), isNew: true };
  } catch (cause) {
    const made = await find();
    if (made) return { record: made, isNew: false };
    throw cause;
  }
}

/** What the body of a new application says, in the form in which it is stored. */
export function applicationContent(body: ApplicationIn): ApplicationContent {
  return {
    name: body.name,
    uid: readUid(body.uid ?? null),
    rateLimit: rateLimitOf(body) ?? null,
    metadata: readMetadata(body.metadata ?? null),
  };
}

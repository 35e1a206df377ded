import { invalid, notFound } from '../base/errors';
import type { ApplicationIn } from '../contract/application';
import type { ApplicationRecord } from '../storage/application-store';
import { type CreateApplicationParts, createOrGet } from './create-application';

/**
 * The application of a path that names none: created (once, however many concurrent calls), if the caller described it
 * in the body.
 * @param name the name in the path; the described application must have it as its uid
 * @throws ApiError not_found without a description, 422 when it does not fit the path
 */
export async function makeWantedApplication(
  parts: CreateApplicationParts,
  name: string,
  wanted: ApplicationIn | null | undefined,
): Promise<ApplicationRecord> {
  if (!wanted || name.startsWith('app_')) throw notFound('Application');
  if (wanted.uid !== name) {
    throw invalid({
      loc: ['body', 'application', 'uid'],
      msg: wanted.uid ? `This must be ${name}, as in the path.` : 'This field is required.',
      type: wanted.uid ? 'application_uid_mismatch' : 'application_uid_missing',
    });
  }
  return (await createOrGet(parts, wanted)).record;
}

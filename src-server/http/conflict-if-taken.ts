import { apiError } from '../base/errors';
import { UidTaken } from '../storage/application-store';

/** Turns a uid already in use into a 409. */
export async function conflictIfTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof UidTaken) throw apiError('conflict', 'This uid is already in use. Choose another.');
    throw cause;
  }
}

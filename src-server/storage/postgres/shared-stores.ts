import type { Clock } from '../../base/clock';
import type { Database } from '../database';
import type { MessageWriter } from '../messages/message-store';
import { type ApplicationVersionStore, createApplicationVersionStore } from './application-version-store';
import { createPatientMessageWriter } from './patient-message-writer';

/** What accepting a message needs where other processes use the database too. */
export interface SharedStores {
  readonly applicationVersions: ApplicationVersionStore;
  /** In the place of the one that it is given. */
  readonly messageWriter: MessageWriter;
}

export function createSharedStores(db: Database, messageWriter: MessageWriter, clock: Clock): SharedStores {
  return {
    applicationVersions: createApplicationVersionStore(db),
    messageWriter: createPatientMessageWriter(messageWriter, clock),
  };
}

import type { Clock } from '../../base/clock';
import type { MessageWriter } from '../messages/message-store';
import { patiently } from './patiently';

/**
 * Stores messages also while PostgreSQL is away for a moment. A message is given again with its id, by which the statement
 * knows it: one whose commit lost its response is stored once, and counts as stored by this one.
 */
export function createPatientMessageWriter(writer: MessageWriter, clock: Clock): MessageWriter {
  return {
    insert: (message) => patiently(clock, () => writer.insert(message)),
    // Nothing tells two resends apart, so a second one could send twice.
    insertManualDelivery: writer.insertManualDelivery,
  };
}

import type { FleetAttemptOut } from '../../../../src-server/contract/fleet-attempt';
import type { FleetMessageOut, MessageState } from '../../../../src-server/contract/fleet-message';
import { hostOf } from '../../../ui/host-of';
import { outcomeLabel } from '../../parts/messages/outcome-label';
import { type PaletteRow, paletteRow } from '../../platform/commands/palette-row';

/** The lists of messages in a state, by the words for it. */
export const STATE_ROWS: readonly PaletteRow[] = [
  stateRow('failed', 'Failed messages', 'given up'),
  stateRow('waiting', 'Waiting messages', 'retry queue'),
];

function stateRow(state: MessageState, label: string, words: string): PaletteRow {
  return paletteRow({
    key: `messages ${state}`,
    kind: 'message',
    label,
    to: ['deliveries', 'messages'],
    search: `?state=${state}`,
    texts: [label.toLowerCase(), ...words.split(' ')],
  });
}

/** Messages as the palette finds them: by an id that was typed or pasted. */
export function messageRows(messages: readonly FleetMessageOut[]): PaletteRow[] {
  return messages.map((message) => {
    const { id, eventId, eventType, appId, appName } = message;
    const ids = eventId === null ? [id] : [id, eventId];
    return paletteRow({
      key: `message ${id}`,
      kind: 'message',
      label: eventType,
      detail: `${eventId ?? id}, ${appName}, ${outcomeLabel(message)}`,
      to: ['deliveries', 'messages', appId, id],
      texts: [],
      ids,
    });
  });
}

/** Attempts as the palette finds them: by an id that was typed or pasted. */
export function attemptRows(attempts: readonly FleetAttemptOut[]): PaletteRow[] {
  return attempts.map(({ id, eventType, url, statusText, responseStatusCode }) =>
    paletteRow({
      key: `attempt ${id}`,
      kind: 'attempt',
      label: eventType,
      detail: `${id}, ${hostOf(url)}, ${outcomeOf(statusText === 'success', responseStatusCode)}`,
      to: ['deliveries'],
      search: `?attempt=${id}`,
      texts: [],
      ids: [id],
    }),
  );
}

function outcomeOf(isDelivered: boolean, status: number): string {
  if (isDelivered) return 'delivered';
  return status === 0 ? 'failed' : `failed with HTTP ${status}`;
}

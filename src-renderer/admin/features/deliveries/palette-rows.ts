import type { FleetMessageOut } from '../../../../src-server/contract/fleet-message';
import { type PaletteRow, paletteRow } from '../../platform/commands/palette-row';
import { outcomeLabel } from './messages/outcome-label';

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
      texts: ids.map((one) => one.toLowerCase()),
      ids,
    });
  });
}

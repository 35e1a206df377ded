import type { FleetAttemptOut } from '../../../../src-server/contract/fleet-attempt';
import type { FleetMessageOut, MessageState } from '../../../../src-server/contract/fleet-message';
import { hostOf } from '../../../ui/host-of';
import { readTimeText } from '../../data/attempt-log/time-text';
import { outcomeLabel } from '../../parts/messages/outcome-label';
import { type PaletteRow, paletteRow } from '../../platform/commands/palette-row';
import { spanLabel } from './span-label';

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

/**
 * The messages of a time that was typed, alone or after words: "10:03", "ada today 10:00-10:05". Empty: it names no time.
 */
export function timeRows(text: string, nowMs: number): PaletteRow[] {
  const parts = text.trim().split(/\s+/);
  for (const [at] of parts.entries()) {
    const span = readTimeText(parts.slice(at).join(' '), nowMs);
    if (!span) continue;
    const q = parts.slice(0, at).join(' ');
    const label = q === '' ? 'Messages' : `Messages with “${q}”`;
    return [messagesRow({ text, label, detail: spanLabel(span, nowMs) }, { q, ...span })];
  }
  return [];
}

/** The search of payloads for a text by which nothing else was found. */
export function payloadRow(text: string): PaletteRow {
  const q = text.trim();
  const row = messagesRow({ text, label: `Search payloads for “${q}”`, detail: '' }, { q, payload: '1' });
  return { ...row, isForAnyText: true };
}

function messagesRow(
  { text, label, detail }: Record<'text' | 'label' | 'detail', string>,
  filter: Readonly<Record<string, string>>,
): PaletteRow {
  const given = Object.entries(filter).filter(([, value]) => value !== '');
  return paletteRow({
    key: `messages ${label} ${detail}`,
    kind: 'message',
    ...{ label, detail },
    to: ['deliveries', 'messages'],
    search: `?${new URLSearchParams(given)}`,
    texts: [text.trim().toLowerCase()],
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

import { useIsFetching } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSettled } from '../../../ui/use-settled';
import { useAttemptsById } from '../../data/use-all-attempts';
import { useMessagesById } from '../../data/use-all-messages';
import { PAUSE_MS, type PaletteRow } from '../../platform/commands/palette-row';
import { attemptRows, messageRows, payloadRow, STATE_ROWS, timeRows } from './palette-rows';

/** For what payloads are searched: no id of something else, and nothing that only a kind of row has. */
const SEARCHED = /^\s*(?![>@#:]|(?:ep|app|atmpt)_).{3}/;

/** What the palette finds of messages and attempts. */
export function useDeliveryRows(query: string): readonly PaletteRow[] {
  const text = useSettled(query.replace(/^\s*:/, ''), PAUSE_MS);
  const messages = useMessagesById(text);
  const attempts = useAttemptsById(text);
  // Until it is known what else the text finds, Enter must not mean a search of payloads.
  const isAsking = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  const isAsked = text === query && !messages.isLoading && !attempts.isLoading && !isAsking;
  return useMemo(
    () => [
      ...STATE_ROWS,
      ...messageRows(messages.data?.data ?? []),
      ...attemptRows(attempts.data?.data ?? []),
      ...timeRows(query, Date.now()),
      ...(isAsked && SEARCHED.test(query) ? [payloadRow(query)] : []),
    ],
    [messages.data, attempts.data, query, isAsked],
  );
}

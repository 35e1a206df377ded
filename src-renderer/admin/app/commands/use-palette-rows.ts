import { useDeferredValue, useMemo } from 'react';
import { useApplications } from '../../data/use-applications';
import { useEventTypes } from '../../data/use-catalog';
import { useFoundEndpoints } from '../../data/use-endpoint-directory';
import { SETTING_ENTRIES } from '../../features/settings/setting-entries';
import { SETTINGS_PAGES } from '../../features/settings/settings-pages';
import { useCommandStore } from '../../platform/commands/command-store';
import { useKeymap } from '../../platform/commands/keymap';
import {
  applicationRows,
  commandRows,
  endpointRows,
  type PaletteRow,
  pageRows,
  settingRows,
  typeRows,
} from './palette-rows';

const PAGES = SETTINGS_PAGES.map(({ page, word }) => [page, word] as const);

/**
 * Everything the palette can find, from what is in memory. Endpoints may be very many: the newest are known, and
 * the instance is asked for those that the query finds.
 */
export function usePaletteRows(query: string): readonly PaletteRow[] {
  const offers = useCommandStore((state) => state.offers);
  const chosen = useKeymap((state) => state.chosen);
  const types = useEventTypes().data;
  const applications = useApplications().data;
  const newest = useFoundEndpoints('').data;
  const found = useFoundEndpoints(useDeferredValue(newest?.done === false ? endpointWords(query) : '')).data;
  const endpoints = useMemo(
    () => [
      ...new Map([...(newest?.data ?? []), ...(found?.data ?? [])].map((one) => [one.id, one])).values(),
    ],
    [newest, found],
  );
  return useMemo(
    () => [
      ...commandRows(offers, chosen),
      ...pageRows(PAGES),
      ...settingRows(SETTING_ENTRIES, PAGES),
      ...typeRows(types ?? []),
      ...applicationRows(applications ?? []),
      ...endpointRows(endpoints),
    ],
    [offers, chosen, types, applications, endpoints],
  );
}

/** What of a query may name an endpoint. Empty: nothing. */
export function endpointWords(query: string): string {
  return /^\s*[>@#]/.test(query) ? '' : query.replace(/^\s*:/, '').trim().slice(0, 200);
}

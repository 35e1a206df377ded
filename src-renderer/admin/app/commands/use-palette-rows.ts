import { useMemo } from 'react';
import { useCommandStore } from '../../platform/commands/command-store';
import { useKeymap } from '../../platform/commands/keymap';
import type { PaletteRow } from '../../platform/commands/palette-row';
import { CONTRIBUTIONS } from '../contributions';
import { commandRows } from './command-rows';

const SOURCES = CONTRIBUTIONS.flatMap(({ usePaletteRows: useRows }) => useRows ?? []);

/** Everything the palette can find: the commands available now, and what the features contribute. */
export function usePaletteRows(query: string): readonly PaletteRow[] {
  const offers = useCommandStore((state) => state.offers);
  const chosen = useKeymap((state) => state.chosen);
  const commands = useMemo(() => commandRows(offers, chosen), [offers, chosen]);
  // biome-ignore lint/correctness/useHookAtTopLevel: the list of sources never changes, and neither does the order of the hooks
  const found = SOURCES.map((useRows) => useRows(query));
  // biome-ignore lint/correctness/useExhaustiveDependencies: one entry for each source
  return useMemo(() => [...commands, ...found.flat()], [commands, ...found]);
}

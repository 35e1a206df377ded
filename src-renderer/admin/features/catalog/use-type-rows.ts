import { useMemo } from 'react';
import { useEventTypes } from '../../data/use-catalog';
import type { PaletteRow } from '../../platform/commands/palette-row';
import { typeRows } from './palette-rows';

/** What the palette finds of event types. */
export function useTypeRows(): readonly PaletteRow[] {
  const types = useEventTypes().data;
  return useMemo(() => typeRows(types ?? []), [types]);
}

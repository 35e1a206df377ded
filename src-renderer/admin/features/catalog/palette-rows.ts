import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import { type PaletteRow, paletteRow } from '../../platform/commands/palette-row';

/** Event types as the palette finds them. */
export function typeRows(types: readonly ListedEventType[]): PaletteRow[] {
  return types.map((type) =>
    paletteRow({
      key: `type ${type.name}`,
      kind: 'type',
      label: type.name,
      detail: type.archived ? 'archived' : (type.featureFlags ?? []).join(', '),
      to: ['catalog', type.name],
      texts: [type.name.toLowerCase(), type.description.toLowerCase()],
      flags: type.featureFlags ?? [],
    }),
  );
}

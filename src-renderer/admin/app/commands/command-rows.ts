import { COMMANDS, type CommandId, commandRow } from '../../../../src-main/contract/commands';
import type { ChosenKeys } from '../../../../src-main/contract/menu-keys';
import { keysOf } from '../../platform/commands/chosen-keys';
import { actOf, type CommandAct } from '../../platform/commands/command-store';
import { type PaletteRow, paletteRow } from '../../platform/commands/palette-row';

/** The commands that are available now, in the order of the table. */
export function commandRows(
  offers: ReadonlyMap<CommandId, readonly CommandAct[]>,
  chosen: ChosenKeys = {},
): PaletteRow[] {
  return COMMANDS.flatMap((row) => {
    const act = actOf(offers, row.id);
    const { group, words = '', isDestructive = false } = commandRow(row.id);
    if (!act || group === 'Lists' || group === 'Window') return [];
    const label =
      group === 'Go to' && row.id !== 'go-send' && row.id !== 'go-import' ? `Go to ${act.label}` : act.label;
    return [
      paletteRow({
        key: `command ${row.id}`,
        kind: 'command',
        label,
        keys: keysOf(chosen, row.id),
        command: row.id,
        here: act.here,
        texts: [label.toLowerCase(), ...words.split(' ').filter(Boolean)],
        isDestructive,
      }),
    ];
  });
}

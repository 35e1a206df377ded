import type { CommandId } from '../../../../src-main/contract/commands';
import { keysOf } from './chosen-keys';
import { useKeymap } from './keymap';

/** The keys of a command on this computer, as the table writes them; null: it has none. */
export function useKeysOf(id: CommandId): string | null {
  return useKeymap(({ chosen }) => keysOf(chosen, id));
}

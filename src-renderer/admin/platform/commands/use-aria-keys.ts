import type { CommandId } from '../../../../src-main/contract/commands';
import { isSingle, onMac } from './key-strokes';
import { useSingleKeys } from './single-keys';
import { useKeysOf } from './use-keys-of';

/** The keys of a command for `aria-keyshortcuts`; nothing if it has none, or a sequence of two, or if they are off. */
export function useAriaKeys(id: CommandId): { readonly 'aria-keyshortcuts'?: string } {
  const keys = useKeysOf(id);
  const single = useSingleKeys((state) => state.on);
  if (keys === null || keys.includes(' ') || (isSingle(keys) && !single)) return {};
  return { 'aria-keyshortcuts': keys.replace('Mod', onMac() ? 'Meta' : 'Control') };
}

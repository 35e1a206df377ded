import type { CommandId } from '../../../src-main/contract/commands';
import { useKeysOf } from './use-keys-of';

/** The keys of a command as `aria-keyshortcuts` wants them; nothing where it has none, or two in a row. */
export function useAriaKeys(id: CommandId): { readonly 'aria-keyshortcuts'?: string } {
  const keys = useKeysOf(id);
  return keys === null || keys.includes(' ') ? {} : { 'aria-keyshortcuts': keys.replace('Mod', 'Control') };
}

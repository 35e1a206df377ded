import { UndoRefused } from '../../ui/toast-store';

/**
 * Undoes several changes one after the other: all that nobody has changed since, and after asking the others too.
 * @throws UndoRefused
 */
export async function undoAll(undo: readonly (() => Promise<unknown>)[]): Promise<void> {
  const refused: UndoRefused[] = [];
  for (const step of undo) {
    try {
      await step();
    } catch (cause) {
      if (!(cause instanceof UndoRefused)) throw cause;
      refused.push(cause);
    }
  }
  const [first] = refused;
  if (!first) return;
  const others = refused.length > 1 ? ` ${refused.length - 1} more changed too.` : '';
  throw new UndoRefused(`${first.why}${others}`, () => undoAll(refused.map(({ anyway }) => anyway)));
}

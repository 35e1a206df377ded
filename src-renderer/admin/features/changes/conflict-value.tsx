import { stringifyOrdered } from '../../../../src-server/json-schema/ordered-json';
import layout from '../../../ui/layout.module.css';
import styles from './changes.module.css';
import type { Conflict, Side } from './sync-choices';

/** Maximum length shown, in characters. */
const LENGTH_MAX = 4000;

/** The value of one side at the place of a conflict. The difference from the base is marked. */
export function ConflictValue({ conflict, side }: { readonly conflict: Conflict; readonly side: Side }) {
  if (!(side in conflict)) return <span className={layout.muted}>empty</span>;
  const text = textOf(conflict[side]);
  if (side === 'base' || !('base' in conflict)) return <pre className={styles.value}>{text}</pre>;
  const base = textOf(conflict.base);
  const { start, end } = differentPart(base, text);
  return (
    <pre className={styles.value}>
      {text.slice(0, start)}
      {end > start && <mark>{text.slice(start, end)}</mark>}
      {text.slice(end)}
    </pre>
  );
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : stringifyOrdered(value, 2);
  return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text;
}

/** The range in which a text differs from the base: after the common prefix, before the common suffix. */
export function differentPart(base: string, text: string): { readonly start: number; readonly end: number } {
  const most = Math.min(base.length, text.length);
  let start = 0;
  while (start < most && base[start] === text[start]) start += 1;
  let same = 0;
  while (same < most - start && base.at(-1 - same) === text.at(-1 - same)) same += 1;
  return { start, end: text.length - same };
}

import type { ComparisonOut } from '../contract/working-copy';
import { table } from './table';

/** How two sides differ, one line for each event type or conflict. */
export function comparisonLines({ mine, theirs, both, conflicts }: ComparisonOut): string[] {
  return table([
    ...mine.map((name) => ['here', name]),
    ...theirs.map((name) => ['there', name]),
    ...both.map((name) => ['both', name]),
    ...conflicts.map(({ name, pointer }) => ['conflict', name, pointer || '(the whole event type)']),
  ]);
}

/** Whether nothing differs. */
export function isAgreed({ mine, theirs, both, conflicts }: ComparisonOut): boolean {
  return mine.length + theirs.length + both.length + conflicts.length === 0;
}

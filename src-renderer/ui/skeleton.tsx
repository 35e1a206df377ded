import styles from './empty-state.module.css';
import layout from './layout.module.css';
import { useUiLabels } from './ui-labels';

/**
 * Placeholder rows for a first load. They stay invisible for 150 ms, so that a quick answer does not flicker.
 * @param what what is being loaded, for screen readers
 */
export function Skeleton({ rows = 6, what }: { readonly rows?: number; readonly what: string }) {
  const labels = useUiLabels();
  return (
    <div
      className={`${layout.column} ${layout.padded4} ${styles.skeleton}`}
      role="status"
      data-placeholder=""
    >
      <span className="visually-hidden">{labels.reading({ what })}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no other identity
        <div key={row} className={styles.row} style={{ width: `${88 - ((row * 37) % 43)}%` }} />
      ))}
    </div>
  );
}

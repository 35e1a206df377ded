import styles from './tick-cell.module.css';

export interface TickCellProps {
  /** What the box does, in words. Null: this row cannot be ticked, and has none. */
  readonly label: string | null;
  readonly isTicked: boolean;
  /** @param toRange true with Shift: everything from the last tick to here */
  readonly onTick: (toRange: boolean) => void;
}

/**
 * The first cell of a row that can be chosen. The keys belong to the row, so that the box is no stop of its own; a
 * press beside it counts, since the box is small.
 */
export function TickCell({ label, isTicked, onTick }: TickCellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a long list draws only the rows in view, which no table can
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on the row does the same
    <span
      role="gridcell"
      tabIndex={-1}
      className={styles.tick}
      onClick={(event) => {
        event.stopPropagation();
        event.preventDefault();
        if (label !== null) onTick(event.shiftKey);
      }}
    >
      {label !== null && (
        <input type="checkbox" aria-label={label} tabIndex={-1} checked={isTicked} readOnly />
      )}
    </span>
  );
}

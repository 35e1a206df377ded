import styles from './select-cell.module.css';

export interface SelectCellProps {
  /** What the box does, in words. Null: this row cannot be selected, and has none. */
  readonly label: string | null;
  readonly isSelected: boolean;
  /** @param toRange true with Shift: everything from the last selected to here */
  readonly onSelect: (toRange: boolean) => void;
}

/**
 * The first cell of a row that can be chosen. The keys belong to the row, so that the box is no stop of its own; a
 * press beside it counts, since the box is small.
 */
export function SelectCell({ label, isSelected, onSelect }: SelectCellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a long list draws only the rows in view, which no table can
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on the row does the same
    <span
      role="gridcell"
      tabIndex={-1}
      className={styles.select}
      onClick={(event) => {
        event.stopPropagation();
        event.preventDefault();
        if (label !== null) onSelect(event.shiftKey);
      }}
    >
      {label !== null && (
        <input type="checkbox" aria-label={label} tabIndex={-1} checked={isSelected} readOnly />
      )}
    </span>
  );
}

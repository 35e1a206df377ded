import styles from './list-box.module.css';

interface SelectCellProps {
  /** What the box does, in words. Null: this row cannot be selected and has no box. */
  readonly label: string | null;
  readonly isSelected: boolean;
  /** @param toRange true with Shift: everything from the last selected row to here */
  readonly onSelect: (toRange: boolean) => void;
}

/**
 * The first cell of a selectable row. The row handles the keys, so the box is no tab stop; a press next to the box
 * counts, because the box is small.
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

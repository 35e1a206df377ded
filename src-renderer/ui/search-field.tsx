import { Search, X } from 'lucide-react';
import { SearchField as AriaSearchField, Button, Input } from 'react-aria-components';
import { classNames } from './class-names';
import styles from './search-field.module.css';

export interface SearchFieldProps {
  /** What is searched, for the accessible name and the placeholder: "Search event types". */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A search box. Escape empties it; "/" anywhere on the page goes to the one marked `data-search`. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <AriaSearchField
      aria-label={label}
      value={value}
      onChange={onChange}
      className={classNames(styles.search)}
    >
      <Search className={styles.icon} aria-hidden />
      <Input className={classNames(styles.input)} placeholder={label} data-search="" spellCheck={false} />
      {value === '' ? (
        <kbd className={styles.key} aria-hidden>
          /
        </kbd>
      ) : (
        <Button className={classNames(styles.clear)} aria-label="Clear search">
          <X aria-hidden />
        </Button>
      )}
    </AriaSearchField>
  );
}

import { Search, X } from 'lucide-react';
import { useContext } from 'react';
import { SearchField as AriaSearchField, Button, Input } from 'react-aria-components';
import { classNames } from './class-names';
import layout from './layout.module.css';
import styles from './search-field.module.css';
import { SearchKeyContext } from './search-key';
import { useUiLabels } from './ui-labels';
import { focusResults } from './virtual-grid/focus-results';

interface SearchFieldProps {
  /** What is searched, for the accessible name and the placeholder: "Search event types". */
  readonly label: string;
  /** Absent inside an Autocomplete, which holds the text itself. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly autoFocus?: boolean;
  /** Called with the text when Enter is pressed. */
  readonly onSubmit?: (value: string) => void;
}

/** A search box. Escape clears it, ArrowDown leads to what it found; "/" anywhere on the page focuses the one marked `data-search`. */
export function SearchField({ label, value, onChange, autoFocus = false, onSubmit }: SearchFieldProps) {
  const key = useContext(SearchKeyContext);
  const terms = useUiLabels();
  const focus = autoFocus ? { autoFocus } : {};
  const control = value === undefined ? {} : { value };
  return (
    <AriaSearchField
      aria-label={label}
      {...control}
      {...focus}
      {...(onChange ? { onChange } : {})}
      {...(onSubmit ? { onSubmit } : {})}
      className={classNames(layout.lineFlat, layout.shrinking, layout.positioned)}
    >
      <Search className={styles.icon} aria-hidden />
      <Input
        className={classNames(layout.wide, layout.control, styles.input)}
        placeholder={label}
        {...(value === undefined ? {} : { 'data-search': '' })}
        spellCheck={false}
        onKeyDown={(event) => {
          const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
          if (value === undefined || event.key !== 'ArrowDown' || !isPlain) return;
          if (focusResults(event.currentTarget)) event.preventDefault();
        }}
      />
      {value === undefined ? null : value === '' ? (
        key !== null && (
          <kbd className={styles.key} aria-hidden>
            {key}
          </kbd>
        )
      ) : (
        <Button
          className={classNames(layout.middle, layout.bare, styles.clear)}
          aria-label={terms.clearSearch}
        >
          <X aria-hidden />
        </Button>
      )}
    </AriaSearchField>
  );
}

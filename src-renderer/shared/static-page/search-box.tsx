import { SEARCH_IDS } from './search-ids';
import styles from './static-page.module.css';

interface SearchBoxProps {
  readonly label: string;
  /** The address of the file with what can be found, for a script that does not know it. */
  readonly index?: string;
  /** The address of the first page, for that script; "" on itself. */
  readonly home?: string;
}

/** The search. It reserves its space and stays invisible until the script is there. */
export function SearchBox({ label, index, home }: SearchBoxProps) {
  return (
    <search id={SEARCH_IDS.box} className={styles.search} data-index={index} data-home={home}>
      <label htmlFor={SEARCH_IDS.field} className={styles.searchLabel}>
        {label}
      </label>
      <input
        id={SEARCH_IDS.field}
        className={styles.searchField}
        type="search"
        autoComplete="off"
        spellCheck={false}
        aria-controls={SEARCH_IDS.results}
      />
      <p id={SEARCH_IDS.count} className={styles.searchCount} role="status" />
      <ul id={SEARCH_IDS.results} className={styles.searchResults} />
    </search>
  );
}

import styles from '../../docs/docs.module.css';
import { SEARCH_IDS } from './search-ids';

/** The search. It reserves its space and stays invisible until the script is there. */
export function SearchBox() {
  return (
    <search id={SEARCH_IDS.box} className={styles.search}>
      <label htmlFor={SEARCH_IDS.field} className={styles.searchLabel}>
        Search operations and schemas
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

import styles from './mark.module.css';

/** The product's mark: a post horn, coiled once. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 24" className={styles.mark} aria-hidden>
      <circle cx="10" cy="12" r="5.25" />
      <path d="M10 17.250h5.250L21 20.500V8.500l-5.750 3.250H12" />
      <path d="M1.750 12h3" />
    </svg>
  );
}

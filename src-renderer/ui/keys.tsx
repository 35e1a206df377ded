import styles from './keys.module.css';

/** Keys of the keyboard, one cap each, in the order of pressing. */
export function Keys({ names }: { readonly names: readonly string[] }) {
  return (
    <span className={styles.keys}>
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same key may come twice, and the order is what it is
        <kbd key={index} className={styles.key}>
          {name}
        </kbd>
      ))}
    </span>
  );
}

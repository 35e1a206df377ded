import styles from './middle-cut.module.css';

interface MiddleCutProps {
  readonly text: string;
}

/** The end that always stays: "…Address[]" is told from "…Account[]" by it. */
const TAIL = 9;
/** Below this there is nothing to gain from a cut in the middle. */
const SHORT = 16;

/** A name in one line, cut in the middle where there is no room: long names differ at their ends. */
export function MiddleCut({ text }: MiddleCutProps) {
  if (text.length <= SHORT) return text;
  return (
    <span className={styles.cut} title={text}>
      <span className="visually-hidden">{text}</span>
      <span className={styles.start} aria-hidden>
        {text.slice(0, -TAIL)}
      </span>
      <span className={styles.end} aria-hidden>
        {text.slice(-TAIL)}
      </span>
    </span>
  );
}

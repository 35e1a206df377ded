import { Button } from '../../../../ui/button';
import layout from '../../../../ui/layout.module.css';
import styles from '../preview-bar.module.css';

interface GoneNoteProps {
  /** How many sets of the address do not exist. */
  readonly gone: number;
  readonly onForget: () => void;
}

/** Says that a link shows less than it did when it was made. */
export function GoneNote({ gone, onForget }: GoneNoteProps) {
  if (gone === 0) return null;
  return (
    <div className={styles.note}>
      <p role="status">
        {gone === 1
          ? 'A set of this link no longer exists, so it is not shown.'
          : `${gone} sets of this link no longer exist, so they are not shown.`}
      </p>
      <span className={layout.row}>
        <Button size="small" onPress={onForget}>
          Remove from the link
        </Button>
      </span>
    </div>
  );
}

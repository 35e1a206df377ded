import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { Button } from '../../../../ui/button';
import layout from '../../../../ui/layout.module.css';
import { FRAMES_MAX, type PreviewAddress } from '../preview-address';
import styles from '../preview-bar.module.css';
import { setLabel } from '../sets/flag-set-list';

interface LeftOutNoteProps {
  /** Chosen sets that have no frame. */
  readonly leftOut: readonly FlagSet[];
  readonly address: PreviewAddress;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** Says which sets are not in the frames, and shows them. */
export function LeftOutNote({ leftOut, address, onChange }: LeftOutNoteProps) {
  const [first] = leftOut;
  if (!first) return null;
  const isBoth = address.theme === 'both';
  const next = leftOut.slice(0, isBoth ? FRAMES_MAX / 2 : FRAMES_MAX);
  return (
    <div className={styles.note}>
      <p role="status">
        {isBoth
          ? `Light and dark of ${FRAMES_MAX / 2} sets fit side by side.`
          : `The frames of ${FRAMES_MAX} sets fit side by side.`}{' '}
        Not shown: {inWords(leftOut)}.
      </p>
      <span className={layout.row}>
        <Button size="small" onPress={() => onChange({ from: first.id })}>
          Show {inWords(next)}
        </Button>
        {isBoth && (
          <Button size="small" onPress={() => onChange({ theme: '', from: '' })}>
            Light only
          </Button>
        )}
      </span>
    </div>
  );
}

function inWords(sets: readonly FlagSet[]): string {
  const names = sets.map(setLabel);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

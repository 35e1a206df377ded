import type { FlagEdits } from '../matrix/flag-edits';
import styles from '../preview-bar.module.css';
import type { LeftOut } from './draft-entries';

interface DraftNoteProps {
  /** True: the frames show the draft. */
  readonly isShown: boolean;
  readonly edits: FlagEdits;
  /** Event types with a schema that is not saved. */
  readonly schemas: readonly string[];
  /** Of those, the ones that the frames cannot show. */
  readonly leftOut: readonly LeftOut[];
  /** The application of this computer that the frames of a working copy log in to; null: they show the instance. */
  readonly localApplication: string | null;
}

/** What differs in the frames from what is stored, and what that does not reach. */
export function DraftNote({ isShown, edits, schemas, leftOut, localApplication }: DraftNoteProps) {
  const flags = Object.keys(edits).length;
  const shown = schemas.filter((name) => leftOut.every((left) => left.name !== name));
  const parts = [
    flags > 0 && `flags of ${flags} event ${flags === 1 ? 'type' : 'types'}`,
    shown.length > 0 && `the unsaved ${shown.length === 1 ? 'schema' : 'schemas'} of ${some(shown)}`,
  ].filter((part) => part !== false);
  const hasDraft = isShown && parts.length > 0;
  const sentences = [
    hasDraft && `Draft: ${parts.join(' and ')}.`,
    hasDraft && localApplication === null && 'Links that you open or copy show the stored catalog.',
    ...(isShown ? leftOut : []).map(
      ({ name, reason }) => `The schema of ${name} is left out: ${reason.replace(/\.$/, '')}.`,
    ),
    localApplication !== null &&
      `Endpoints and messages in the frames are those of ${localApplication} on this computer.`,
  ].filter((sentence) => sentence !== false);
  if (sentences.length === 0) return null;
  return (
    <p className={styles.note} role="status">
      {sentences.join(' ')}
    </p>
  );
}

/** The first two, and how many more. */
function some(names: readonly string[]): string {
  const rest = names.length - 2;
  return names.slice(0, 2).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

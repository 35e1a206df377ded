import { Eye, EyeOff, Plus } from 'lucide-react';
import { useState } from 'react';
import { ToggleButton } from 'react-aria-components';
import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { SetBadge } from '../../../../shared/preview-frames/set-badge';
import { Button } from '../../../../ui/button';
import { classNames } from '../../../../ui/class-names';
import { FlagChip } from '../../../../ui/flag-chip';
import layout from '../../../../ui/layout.module.css';
import { FRAMES_MAX } from '../preview-address';
import styles from '../preview-bar.module.css';
import { freeLetter, setLabel, withOnePerFlag, withSet } from './flag-set-list';
import { FlagSetMenu } from './flag-set-menu';
import { FlagSetSheet } from './flag-set-sheet';
import { freeColor } from './free-color';
import { newSetId } from './new-set-id';
import { setsNote } from './sets-note';
import type { FlagSets } from './use-flag-sets';

interface FlagSetsPaneProps {
  readonly flagSets: FlagSets;
  readonly sets: readonly FlagSet[];
  /** Ids of the sets shown. */
  readonly shown: readonly string[];
  readonly onToggle: (id: string) => void;
  /** Flags in use in the catalog. */
  readonly flags: readonly string[];
}

/** The named sets of flags: which ones are shown, and their actions. */
export function FlagSetsPane({ flagSets, sets, shown, onToggle, flags }: FlagSetsPaneProps) {
  const [edited, setEdited] = useState<FlagSet | null>(null);
  const letter = freeLetter(sets);
  const all = withOnePerFlag(sets, flags);
  const missing = all.length - sets.length;
  return (
    <section className={`${layout.pane} ${styles.pane}`} aria-label="Flag sets" data-pane="">
      <div className={`${layout.line2} ${styles.head}`}>
        <h2>Flag sets</h2>
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          isDisabled={letter === null || flagSets.unsaved !== null}
          needs="PUT /catalog/flag-sets"
          onPress={() =>
            letter !== null &&
            setEdited({
              id: newSetId(),
              letter,
              name: '',
              colour: freeColor(letter, sets),
              featureFlags: unionOf(sets, shown),
            })
          }
        >
          New set
        </Button>
      </div>
      <ul className={`${layout.stackTight} ${styles.list}`}>
        {sets.map((set, index) => {
          const isShown = shown.includes(set.id);
          return (
            <li
              key={set.id}
              className={classNames(layout.gridTop, layout.hovering, styles.row, isShown && styles.shown)}
            >
              <ToggleButton
                className={classNames(layout.gridCentered, layout.bare, styles.setsToggle)}
                isSelected={isShown}
                onChange={() => onToggle(set.id)}
              >
                <span className="visually-hidden">Show {set.letter} </span>
                {isShown ? (
                  <Eye className={`${layout.muted} ${styles.eye}`} aria-hidden />
                ) : (
                  <EyeOff className={`${layout.muted} ${styles.eye}`} aria-hidden />
                )}
                <SetBadge set={set} />
                <span className={layout.cutName}>{set.name}</span>
                <span className={`${layout.wrap} ${layout.meta} ${styles.flags}`}>
                  {set.featureFlags.length === 0
                    ? 'No flags'
                    : set.featureFlags.map((flag) => <FlagChip key={flag} flag={flag} />)}
                </span>
              </ToggleButton>
              {flagSets.unsaved === null && (
                <span className={styles.more}>
                  <FlagSetMenu
                    set={set}
                    sets={sets}
                    index={index}
                    flagSets={flagSets}
                    onEdit={() => setEdited(set)}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <div className={`${layout.stack2} ${layout.meta} ${styles.foot}`}>
        {missing > 0 && flagSets.unsaved === null && (
          <Button
            size="small"
            kind="quiet"
            isDisabled={flagSets.saving}
            needs="PUT /catalog/flag-sets"
            onPress={() =>
              void flagSets.save(all, `Added ${missing} ${missing === 1 ? 'set' : 'sets'}, one per flag`)
            }
          >
            Add a set per flag ({missing})
          </Button>
        )}
        <p>{setsNote(flagSets)}</p>
      </div>
      {edited && (
        <FlagSetSheet
          set={edited}
          stored={sets.find((set) => set.id === edited.id)}
          isNew={!sets.some((set) => set.id === edited.id)}
          flags={flags}
          onClose={() => setEdited(null)}
          onSave={async (set) => {
            const isNew = !sets.some((other) => other.id === set.id);
            const label = `${isNew ? 'Added' : 'Changed'} ${setLabel(set)}`;
            await flagSets.put(withSet(sets, set), label);
            if (isNew && shown.length < FRAMES_MAX) onToggle(set.id);
          }}
        />
      )}
    </section>
  );
}

/** The flags of a new set: those of the sets shown. */
function unionOf(sets: readonly FlagSet[], shown: readonly string[]): string[] {
  return [...new Set(sets.filter(({ id }) => shown.includes(id)).flatMap((set) => set.featureFlags))].slice(
    0,
    25,
  );
}

import type { ImportConflict, ImportConflictPlace } from '../../../../src-server/contract/import-conflict';
import { shortHeld } from '../../../../src-server/json-schema/short-json';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { placeLabel } from '../../parts/place-label';
import styles from './conflict-list.module.css';
import type { RowChoice, Side } from './row-choice';

interface ConflictPlacesProps {
  readonly conflict: ImportConflict;
  readonly choice: RowChoice;
  /** Distinguishes its radio buttons from those of other rows. */
  readonly name: string;
  readonly onDecide: (pointers: readonly string[], side: Side) => void;
}

const SIDES = [
  { side: 'catalog', label: 'Keep catalog' },
  { side: 'document', label: 'Use document' },
] as const;

/** The places of a schema that both sides have changed, decided one by one; everything else is merged. */
export function ConflictPlaces({ conflict, choice, name, onDecide }: ConflictPlacesProps) {
  const { places } = conflict;
  const decided = places.filter(({ pointer }) => choice.schemaSides?.[pointer] !== undefined).length;
  return (
    <section className={`${layout.ruled} ${layout.padded3}`} aria-label="Individual differences">
      <header className={`${layout.rowCenteredFlat} ${layout.label}`}>
        <p>
          Or decide each difference{' '}
          <span className={layout.optional}>{`${decided} of ${places.length} decided`}</span>
        </p>
        <p className={layout.optional}>Changes made on one side only are kept.</p>
        {places.length > 1 && (
          <span className={layout.row}>
            {SIDES.map(({ side, label }) => (
              <Button
                key={side}
                size="small"
                onPress={() =>
                  onDecide(
                    places.map(({ pointer }) => pointer),
                    side,
                  )
                }
              >
                {label} for all
              </Button>
            ))}
          </span>
        )}
      </header>
      <ul className={`${layout.stack3} ${styles.list}`}>
        {places.map((place) => (
          <li key={place.pointer}>
            <fieldset className={styles.place}>
              <legend
                className={`${layout.flush} ${layout.breakable} ${layout.strong}`}
                title={place.pointer}
              >
                {placeLabel(place.pointer)}
              </legend>
              <p>
                <span className={layout.optional}>Before</span> <code>{valueLabel(place, 'baseline')}</code>
              </p>
              {SIDES.map(({ side, label }) => {
                const isChosen = choice.schemaSides?.[place.pointer] === side;
                return (
                  <label
                    key={side}
                    className={classNames(
                      layout.gridStack2,
                      layout.hovering,
                      styles.placeSide,
                      isChosen && styles.placeChosen,
                    )}
                  >
                    <input
                      type="radio"
                      name={`${name} ${place.pointer}`}
                      checked={isChosen}
                      onChange={() => onDecide([place.pointer], side)}
                    />
                    <span className={layout.nowrap}>{label}</span> <code>{valueLabel(place, side)}</code>
                  </label>
                );
              })}
            </fieldset>
          </li>
        ))}
      </ul>
    </section>
  );
}

function valueLabel(place: ImportConflictPlace, of: 'baseline' | Side): string {
  return Object.hasOwn(place, of) ? shortHeld({ holder: place, key: of }, 240) : 'absent';
}

import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { type Act, ActsMenu } from '../../../../ui/acts-menu';
import { setLabel, withCopy, withMoved } from './flag-set-list';
import type { FlagSets } from './use-flag-sets';

/** One for each letter. */
const SETS_MAX = 26;

interface FlagSetMenuProps {
  readonly set: FlagSet;
  readonly sets: readonly FlagSet[];
  readonly index: number;
  readonly flagSets: FlagSets;
  readonly onEdit: () => void;
}

/** Actions on one set. One click undoes each of them. */
export function FlagSetMenu({ set, sets, index, flagSets, onEdit }: FlagSetMenuProps) {
  const label = setLabel(set);
  const save = (
    id: string,
    word: string,
    next: () => readonly FlagSet[],
    done: string,
    isOff: boolean,
  ): Act => ({
    ...{ id, label: word, isOff, needs: 'PUT /catalog/flag-sets' },
    run: () => void flagSets.save(next(), done),
  });
  const others = () => sets.filter(({ id }) => id !== set.id);
  return (
    <ActsMenu
      isSmall
      label={`Change ${label}`}
      acts={[
        { id: 'edit', label: 'Edit name, color and flags', needs: 'PUT /catalog/flag-sets', run: onEdit },
        save(
          'copy',
          'Duplicate',
          () => withCopy(sets, set.id),
          `Duplicated ${label}`,
          sets.length >= SETS_MAX,
        ),
        save('up', 'Move up', () => withMoved(sets, set.id, -1), `Moved ${label} up`, index === 0),
        save(
          'down',
          'Move down',
          () => withMoved(sets, set.id, 1),
          `Moved ${label} down`,
          index === sets.length - 1,
        ),
        // The last one would come back as an offer, which nobody would understand.
        save('delete', 'Delete the set', others, `Deleted ${label}`, sets.length === 1),
      ]}
    />
  );
}

import { MoreHorizontal } from 'lucide-react';
import { Menu, MenuTrigger, Popover } from 'react-aria-components';
import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { Button } from '../../../../ui/button';
import { classNames } from '../../../../ui/class-names';
import listStyles from '../../../../ui/list-box.module.css';
import { MenuAct } from '../../../../ui/needs/menu-act';
import { setLabel, withCopy, withMoved } from './flag-set-list';
import type { FlagSets } from './use-flag-sets';

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
  const act = (key: string) => {
    if (key === 'edit') onEdit();
    else if (key === 'copy') void flagSets.save(withCopy(sets, set.id), `Duplicated ${label}`);
    else if (key === 'up') void flagSets.save(withMoved(sets, set.id, -1), `Moved ${label} up`);
    else if (key === 'down') void flagSets.save(withMoved(sets, set.id, 1), `Moved ${label} down`);
    else
      void flagSets.save(
        sets.filter(({ id }) => id !== set.id),
        `Deleted ${label}`,
      );
  };
  const off = [
    ...(index === 0 ? ['up'] : []),
    ...(index === sets.length - 1 ? ['down'] : []),
    // The last one would come back as an offer, which nobody would understand.
    ...(sets.length === 1 ? ['delete'] : []),
    ...(sets.length >= 26 ? ['copy'] : []),
  ];
  return (
    <MenuTrigger>
      <Button
        kind="quiet"
        size="small"
        icon={<MoreHorizontal aria-hidden />}
        aria-label={`Change ${label}`}
      />
      <Popover className={classNames(listStyles.popover)} placement="bottom end">
        <Menu
          className={classNames(listStyles.list)}
          aria-label={`Change ${label}`}
          disabledKeys={off}
          onAction={(key) => act(String(key))}
        >
          <MenuAct id="edit" needs="PUT /catalog/flag-sets">
            Edit name, color and flags
          </MenuAct>
          <MenuAct id="copy" needs="PUT /catalog/flag-sets">
            Duplicate
          </MenuAct>
          <MenuAct id="up" needs="PUT /catalog/flag-sets">
            Move up
          </MenuAct>
          <MenuAct id="down" needs="PUT /catalog/flag-sets">
            Move down
          </MenuAct>
          <MenuAct id="delete" needs="PUT /catalog/flag-sets">
            Delete the set
          </MenuAct>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

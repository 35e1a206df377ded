import type { ReactNode } from 'react';
import { MenuItem } from 'react-aria-components';
import { classNames } from '../class-names';
import listStyles from '../list-box.module.css';
import { type Need, useNeeds } from './needs';

interface MenuActProps {
  readonly id: string;
  readonly children: ReactNode;
  /** What it calls: where the token may not, it is disabled and says why. */
  readonly needs?: Need | undefined;
}

/** An act of a menu. */
export function MenuAct({ id, needs, children }: MenuActProps) {
  return (
    <MenuItem id={id} {...useNeeds<HTMLDivElement>(needs)} className={classNames(listStyles.item)}>
      {children}
    </MenuItem>
  );
}

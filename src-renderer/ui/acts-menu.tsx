import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from './button';
import { classNames } from './class-names';
import listStyles from './list-box.module.css';
import { MenuAct } from './needs/menu-act';
import type { Need } from './needs/needs';

/** One act of a menu. */
export interface Act {
  readonly id: string;
  readonly label: ReactNode;
  readonly run: () => unknown;
  /** What it calls: where the token may not, it is disabled and says why. */
  readonly needs?: Need | undefined;
  /** True: it cannot be done now. */
  readonly isOff?: boolean;
}

interface ActsMenuProps {
  /** The name of the button: "More actions on this endpoint". */
  readonly label: string;
  /** The name of the menu; absent: that of the button. */
  readonly title?: string;
  /** False ones are left out. */
  readonly acts: readonly (Act | false)[];
  /** A small quiet button, for rows and pane heads. */
  readonly isSmall?: boolean;
  /** The side of the button that the menu begins at. */
  readonly from?: 'start' | 'end';
}

/** What is done seldom, behind three dots. */
export function ActsMenu({ label, title = label, acts, isSmall = false, from = 'end' }: ActsMenuProps) {
  const offered = acts.filter((act) => act !== false);
  return (
    <MenuTrigger>
      <Button
        icon={<Ellipsis aria-hidden />}
        aria-label={label}
        {...(isSmall ? { size: 'small' as const, kind: 'quiet' as const } : {})}
      />
      <Popover className={classNames(listStyles.popover)} placement={`bottom ${from}`}>
        <Menu
          aria-label={title}
          className={classNames(listStyles.list)}
          disabledKeys={offered.filter(({ isOff }) => isOff).map(({ id }) => id)}
          onAction={(key) => void offered.find(({ id }) => id === key)?.run()}
        >
          {offered.map(({ id, label: word, needs }) => (
            <MenuAct key={id} id={id} needs={needs}>
              {word}
            </MenuAct>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

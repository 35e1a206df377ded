import { Check, Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import listStyles from '../../../ui/list-box.module.css';
import type { PreviewAction } from './preview-action';
import type { PreviewAddress } from './preview-address';
import styles from './preview-bar.module.css';

interface PreviewMenuProps {
  readonly address: PreviewAddress;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
  /** True: the options of frames apply. */
  readonly hasFrames: boolean;
  readonly actions: readonly PreviewAction[];
}

const OPTIONS = [
  { id: 'sync', label: 'Scroll frames together' },
  { id: 'gaps', label: 'Show hidden event types as gaps' },
] as const;

/** What does not need a place of its own in the bar: options of the frames, and what can be taken from the preview. */
export function PreviewMenu({ address, onChange, hasFrames, actions }: PreviewMenuProps) {
  const chosen = OPTIONS.filter(({ id }) => address[id]).map(({ id }) => id);
  const choose = (keys: ReadonlySet<unknown>) =>
    onChange({
      sync: keys.has('sync') ? '' : 'off',
      gaps: keys.has('gaps') ? '' : 'off',
    });
  return (
    <MenuTrigger>
      <Button icon={<Ellipsis aria-hidden />}>More</Button>
      <Popover className={classNames(listStyles.popover)} placement="bottom end">
        <Menu
          className={classNames(listStyles.list, styles.menu)}
          aria-label="More preview actions"
          disabledKeys={actions.filter(({ isOff }) => isOff).map(({ id }) => id)}
          onAction={(key) => actions.find(({ id }) => id === key)?.run()}
        >
          {hasFrames && (
            <>
              <MenuSection
                aria-label="Frames"
                selectionMode="multiple"
                selectedKeys={chosen}
                onSelectionChange={(keys) => choose(new Set(keys))}
              >
                {OPTIONS.map(({ id, label }) => (
                  <Item key={id} id={id}>
                    {label}
                  </Item>
                ))}
              </MenuSection>
              <Separator className={classNames(layout.separator)} />
            </>
          )}
          <MenuSection aria-label="Share and export">
            {actions.map(({ id, label }) => (
              <Item key={id} id={id}>
                {label}
              </Item>
            ))}
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function Item({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <MenuItem id={id} className={classNames(listStyles.item, styles.item)} textValue={String(children)}>
      {({ isSelected }) => (
        <>
          <Check className={classNames(styles.mark, !isSelected && styles.off)} aria-hidden />
          {children}
        </>
      )}
    </MenuItem>
  );
}

import type { RefObject } from 'react';
import { Menu, MenuItem, MenuSection, Popover, Separator, Text } from 'react-aria-components';
import { type ConnectionOut, LOCAL_CONNECTION } from '../../../../src-server/contract/connection';
import { classNames } from '../../../ui/class-names';
import { hostOf } from '../../../ui/host-of';
import layout from '../../../ui/layout.module.css';
import listStyles from '../../../ui/list-box.module.css';
import { MenuAct } from '../../../ui/needs/menu-act';
import { useConnections } from '../../data/working-copy/use-connections';
import { useInstance } from '../../platform/instance';
import { placeOf, Swatch } from './connection-marks';

interface InstanceMenuProps {
  readonly trigger: RefObject<HTMLButtonElement | null>;
  /** The item that has the focus at first; null: the menu. */
  readonly focused: 'first' | 'last' | null;
  /** @param key a connection, `add` or `manage` */
  readonly onAct: (key: string) => void;
  readonly onClose: () => void;
}

/** What one may switch to from the current instance. */
export function InstanceMenu({ trigger, focused, onAct, onClose }: InstanceMenuProps) {
  const { id } = useInstance();
  const connections = useConnections();
  return (
    <Popover
      isOpen
      onOpenChange={onClose}
      triggerRef={trigger}
      aria-label="Instances"
      className={classNames(listStyles.popover)}
      placement="bottom start"
    >
      <Menu
        className={classNames(listStyles.list)}
        aria-label="Instances"
        autoFocus={focused ?? true}
        onAction={(key) => onAct(String(key))}
        onClose={onClose}
      >
        <MenuSection aria-label="Instance" selectionMode="single" selectedKeys={[id]} disallowEmptySelection>
          <Target name="This computer" host={hostOf(location.origin)} />
          {(connections.data ?? []).map((connection) => (
            <Target
              key={connection.id}
              connection={connection}
              name={connection.name}
              host={placeOf(connection.baseUrl)}
            />
          ))}
        </MenuSection>
        <Separator className={classNames(layout.separator)} />
        <MenuAct id="add" needs="POST /connections">
          Connect to another instance
        </MenuAct>
        <MenuAct id="manage">Manage connections</MenuAct>
      </Menu>
    </Popover>
  );
}

interface TargetProps {
  /** Absent: this computer. */
  readonly connection?: ConnectionOut;
  readonly name: string;
  readonly host: string;
}

function Target({ connection, name, host }: TargetProps) {
  return (
    <MenuItem
      id={connection?.id ?? LOCAL_CONNECTION}
      textValue={name}
      className={classNames(listStyles.item)}
    >
      <Swatch connection={connection} />
      <Text slot="label">{name}</Text>
      <Text slot="description" className={classNames(listStyles.detail)}>
        {connection?.protected && 'protected, '}
        {host}
      </Text>
    </MenuItem>
  );
}

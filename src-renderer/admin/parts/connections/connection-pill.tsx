import { ChevronDown, Lock } from 'lucide-react';
import { useState } from 'react';
import {
  Button,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
  Text,
} from 'react-aria-components';
import { useNavigate } from 'react-router';
import { type ConnectionOut, LOCAL_CONNECTION } from '../../../../src-server/contract/connection';
import type { FlagColor } from '../../../../src-server/contract/flag-set';
import { isFolderAddress, shownAddress } from '../../../../src-server/contract/folder-address';
import { classNames } from '../../../ui/class-names';
import { hostOf } from '../../../ui/host-of';
import { flagHue, hueClass } from '../../../ui/hue';
import layout from '../../../ui/layout.module.css';
import listStyles from '../../../ui/list-box.module.css';
import { MenuAct } from '../../../ui/needs/menu-act';
import { separatePart } from '../../../ui/separate-part';
import { useConnections } from '../../data/working-copy/use-connections';
import { useCommand } from '../../platform/commands/command-store';
import { useInstance } from '../../platform/instance';
import styles from './connection-pill.module.css';

const AddConnection = separatePart(() =>
  import('./add-connection').then(({ AddConnection }) => AddConnection),
);

/** Shows the current instance, in words and colour, and switches to another. */
export function ConnectionPill() {
  const { id } = useInstance();
  const connections = useConnections();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const [open, setOpen] = useState(false);
  useCommand('switch-connection', () => setOpen(true));
  const current = connections.data?.find((connection) => connection.id === id);
  const act = (key: string) => {
    if (key === 'add') setAdding(true);
    else if (key === 'manage') void navigate(`/${id}/settings/connections`);
    else void navigate(`/${key}/catalog`);
  };
  return (
    <>
      <MenuTrigger isOpen={open} onOpenChange={setOpen}>
        <Button className={classNames(layout.inlineLine, layout.shrinking, styles.pill)}>
          <span className="visually-hidden">Instance: </span>
          <Swatch connection={current} />
          <span className={layout.cutName}>{current?.name ?? 'This computer'}</span>
          {current?.protected && <Protected />}
          <span className={`${layout.muted} ${layout.cut} ${styles.host}`}>
            {placeOf(current?.baseUrl ?? location.origin)}
          </span>
          <ChevronDown aria-hidden />
          <span className="visually-hidden">. Change</span>
        </Button>
        <Popover className={classNames(listStyles.popover)} placement="bottom start">
          <Menu
            className={classNames(listStyles.list)}
            aria-label="Instances"
            onAction={(key) => act(String(key))}
          >
            <MenuSection
              aria-label="Instance"
              selectionMode="single"
              selectedKeys={[id]}
              disallowEmptySelection
            >
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
      </MenuTrigger>
      {current && (
        <span
          className={classNames(styles.strip, current.protected && styles.hatched, hueClass(hueOf(current)))}
          aria-hidden
        />
      )}
      {adding && (
        <AddConnection
          onClose={() => setAdding(false)}
          onAdded={(connection) => void navigate(`/${connection.id}/catalog`)}
        />
      )}
    </>
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

/** The colour of a connection: neutral for this computer, one of eight hues for others. */
export function Swatch({ connection }: { readonly connection: ConnectionOut | undefined }) {
  return (
    <span
      className={classNames(styles.swatch, connection ? hueClass(hueOf(connection)) : styles.local)}
      aria-hidden
    />
  );
}

/** Shows that a connection is protected, with a word and a glyph. */
export function Protected() {
  return (
    <span
      className={`${layout.inlineLine1} ${layout.small} ${styles.protected}`}
      title="Asks for its name before anything is deleted or replaced"
    >
      <Lock aria-hidden />
      <span className={styles.word}>Protected</span>
    </span>
  );
}

/** The host of an instance, or the path of a folder. */
function placeOf(baseUrl: string): string {
  return isFolderAddress(baseUrl) ? shownAddress(baseUrl) : hostOf(baseUrl);
}

/** The hue of a connection: the chosen one, otherwise always the same for the same id. */
function hueOf({ id, colour }: Pick<ConnectionOut, 'id' | 'colour'>): FlagColor {
  return colour ?? flagHue(id);
}

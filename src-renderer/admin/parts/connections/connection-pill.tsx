import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button, type KeyboardEvent } from 'react-aria-components';
import { useNavigate } from 'react-router';
import { classNames } from '../../../ui/class-names';
import { hueClass } from '../../../ui/hue';
import layout from '../../../ui/layout.module.css';
import { separatePart } from '../../../ui/separate-part';
import { useConnections } from '../../data/working-copy/use-connections';
import { useCommand } from '../../platform/commands/command-store';
import { useInstance } from '../../platform/instance';
import { LayerBoundary } from '../layer-boundary';
import { useOpening } from '../use-opening';
import { hueOf, Protected, placeOf, Swatch } from './connection-marks';
import styles from './connection-pill.module.css';

const readInstanceMenu = () => import('./instance-menu').then(({ InstanceMenu }) => InstanceMenu);
const InstanceMenu = separatePart(readInstanceMenu);

const AddConnection = separatePart(() =>
  import('./add-connection').then(({ AddConnection }) => AddConnection),
);

/** Shows the current instance, in words and colour, and switches to another. */
export function ConnectionPill() {
  const { id } = useInstance();
  const connections = useConnections();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const { isOpen, open, close, trigger, button } = useOpening(readInstanceMenu);
  const [focused, setFocused] = useState<'first' | 'last' | null>(null);
  const openAt = (item: typeof focused) => {
    setFocused(item);
    open();
  };
  useCommand('switch-connection', () => openAt('first'));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return event.continuePropagation();
    event.preventDefault();
    openAt(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  const current = connections.data?.find((connection) => connection.id === id);
  const act = (key: string) => {
    if (key === 'add') setAdding(true);
    else if (key === 'manage') void navigate(`/${id}/settings/connections`);
    else void navigate(`/${key}/catalog`);
  };
  return (
    <>
      <Button
        {...button}
        className={classNames(layout.inlineLine, layout.shrinking, styles.pill)}
        aria-haspopup="menu"
        onPressStart={({ pointerType }) => setFocused(pointerType === 'mouse' ? null : 'first')}
        onKeyDown={onKeyDown}
      >
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
      {isOpen && (
        <LayerBoundary onFault={close}>
          <InstanceMenu trigger={trigger} focused={focused} onAct={act} onClose={close} />
        </LayerBoundary>
      )}
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

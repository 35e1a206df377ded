import { useNavigate } from 'react-router';
import { separatePart } from '../../../ui/separate-part';
import { useEventTypes } from '../../data/use-catalog';
import { useCommand } from '../../platform/commands/command-store';
import { useLayer } from '../../platform/commands/layer-store';
import type { Contribution } from '../../platform/contribution';
import { useTo } from '../../platform/instance';
import { useWhenMay } from '../../platform/use-when-may';
import styles from './catalog-screen.module.css';

const CreateEventType = separatePart(() =>
  import('./create-event-type').then(({ CreateEventType }) => CreateEventType),
);

export const catalogContribution: Contribution = {
  feature: 'catalog',
  useCommands: () => {
    const open = useLayer((state) => state.open);
    const when = useWhenMay();
    useCommand(
      'new-event-type',
      when('POST /event-type', () => open('new-event-type')),
    );
  },
  layers: { 'new-event-type': NewEventType },
  StatusItem: EventTypeCount,
};

function NewEventType({ onClose }: { readonly onClose: () => void }) {
  const to = useTo();
  const navigate = useNavigate();
  return (
    <CreateEventType
      onClose={onClose}
      onCreated={(name, next) => void navigate(to('catalog', name, ...(next === 'schema' ? ['schema'] : [])))}
    />
  );
}

/** How many event types the catalog contains, not counting archived ones. */
function EventTypeCount() {
  const types = useEventTypes().data;
  if (!types) return null;
  const current = types.filter((type) => !type.archived).length;
  return (
    <span className={styles.typeCount}>
      {current} event {current === 1 ? 'type' : 'types'}
    </span>
  );
}

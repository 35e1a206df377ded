import { useNavigate } from 'react-router';
import { CreateApplication } from '../../features/applications/create-application';
import { CreateEventType } from '../../features/catalog/create-event-type';
import { useLayer } from '../../platform/commands/layer-store';
import { useTo } from '../../platform/instance';
import { Palette } from './palette';
import { ShortcutsSheet } from './shortcuts-sheet';

/** What commands open over the screen, wherever that is. */
export function Layers() {
  const { layer, start, close } = useLayer();
  const to = useTo();
  const navigate = useNavigate();
  switch (layer) {
    case 'palette':
      return <Palette start={start} onClose={close} />;
    case 'shortcuts':
      return <ShortcutsSheet onClose={close} />;
    case 'new-event-type':
      return (
        <CreateEventType
          onClose={close}
          onCreated={(name, next) =>
            void navigate(to('catalog', name, ...(next === 'schema' ? ['schema'] : [])))
          }
        />
      );
    case 'new-application':
      return <CreateApplication onClose={close} onCreated={({ id }) => void navigate(to('apps', id))} />;
    default:
      return null;
  }
}

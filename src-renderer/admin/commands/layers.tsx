import { useNavigate } from 'react-router';
import { CreateApplication } from '../applications/create-application';
import { CreateEventType } from '../catalog/create-event-type';
import { useTo } from '../frame/instance';
import { useLayer } from './layer-store';
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

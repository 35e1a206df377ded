import { useLayer } from '../../platform/commands/layer-store';
import { CONTRIBUTIONS } from '../contributions';
import { Palette } from './palette';
import { ShortcutsSheet } from './shortcuts-sheet';

/** What commands open over the screen, on any screen. */
export function Layers() {
  const { layer, start, close } = useLayer();
  if (layer === null) return null;
  if (layer === 'palette') return <Palette start={start} onClose={close} />;
  if (layer === 'shortcuts') return <ShortcutsSheet onClose={close} />;
  const Layer = CONTRIBUTIONS.find(({ layers }) => layers?.[layer])?.layers?.[layer];
  return Layer ? <Layer onClose={close} /> : null;
}

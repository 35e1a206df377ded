import { useEffect } from 'react';
import { useLayer } from '../../platform/commands/layer-store';

/**
 * While the code of the palette is on its way: what is typed is what its field begins with, and runs no command; Escape
 * closes it.
 */
export function PaletteOpening({ onClose }: { readonly onClose: () => void }) {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      useLayer.setState(({ start }) => ({ start: start + event.key }));
    };
    addEventListener('keydown', keep);
    return () => removeEventListener('keydown', keep);
  }, [onClose]);
  return <div role="dialog" aria-label="Search or run a command" aria-busy />;
}

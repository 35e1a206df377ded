import { useEffect } from 'react';
import { useLayer } from '../../platform/commands/layer-store';

/**
 * While the code of the palette is on its way: what is typed is what its field begins with, and runs no command; Escape
 * closes it.
 */
export function PaletteOpening({ onClose }: { readonly onClose: () => void }) {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      const isTyped = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isTyped && event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      if (isTyped) useLayer.setState(({ start }) => ({ start: start + event.key }));
      if (event.key === 'Escape') onClose();
    };
    // Before the control that has the focus, which Space and Enter would press.
    addEventListener('keydown', keep, true);
    return () => removeEventListener('keydown', keep, true);
  }, [onClose]);
  return <div role="dialog" aria-label="Search or run a command" aria-busy />;
}

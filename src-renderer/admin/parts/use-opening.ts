import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * What a button opens over the page and whose code is a separate file: loaded when somebody reaches for the button, and
 * not opened any more once they are elsewhere.
 * @param read loads the code
 */
export function useOpening(read: () => Promise<unknown>) {
  const trigger: RefObject<HTMLButtonElement | null> = useRef(null);
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is the reason
  useEffect(() => setOpen(false), [pathname]);
  const ahead = () => void read().catch(() => undefined);
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    trigger,
    button: {
      ref: trigger,
      'aria-expanded': isOpen,
      onHoverStart: ahead,
      onFocus: ahead,
      // Once more, while it is on its way: never mind.
      onPress: () => setOpen(!isOpen),
    },
  };
}

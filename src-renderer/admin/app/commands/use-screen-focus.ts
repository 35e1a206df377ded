import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { focusScreen } from '../../platform/commands/panes';

/**
 * Gives the screen the focus when what had it left the page with the screen before, so that the next key acts there
 * and Tab does not begin at the top of the window.
 */
export function useScreenFocus(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // In the frame after next: a layer that closes gives the focus back in the next.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (document.activeElement === document.body && !document.querySelector('[role=dialog]'))
          focusScreen();
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
}

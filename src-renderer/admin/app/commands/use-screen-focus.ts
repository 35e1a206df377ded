import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { focusScreen } from '../../platform/commands/panes';

/**
 * Focuses the screen when the focused element left the page with the previous screen, so that the next key acts there
 * and Tab does not start at the top of the window.
 */
export function useScreenFocus(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // In the frame after next: a closing layer returns the focus in the next one.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (document.activeElement === document.body && !document.querySelector('[role=dialog]'))
          focusScreen();
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
}

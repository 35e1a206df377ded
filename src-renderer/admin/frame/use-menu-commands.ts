import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { desktop } from '../../api/desktop';

/**
 * Lets the menu of the desktop program lead to the screens. In a browser there is no such menu, and nothing happens.
 *
 * @param connection the instance in view, which stays
 */
export function useMenuCommands(connection: string): void {
  const navigate = useNavigate();
  useEffect(
    () => desktop()?.onMenuCommand((screen) => void navigate(`/${encodeURIComponent(connection)}/${screen}`)),
    [navigate, connection],
  );
}

import '../ui/base.css';
import { readLook } from './look/apply-look';
import { applyPortalTheme } from './look/portal-theme';
import { hasPortalKey, takePortalKey } from './session/portal-key';

// Before anything else is even loaded: the token is removed from the address.
const key = takePortalKey(location, history);
// Opening another link in the same tab changes only the fragment: start over with it.
addEventListener('hashchange', () => {
  if (hasPortalKey(location)) location.reload();
});
applyPortalTheme(document.documentElement, location.search);

// The look is read while the rest loads, so that the first thing rendered has it.
void Promise.all([import('./start-portal'), readLook(location.search)]).then(([{ startPortal }, look]) =>
  startPortal(key, look),
);

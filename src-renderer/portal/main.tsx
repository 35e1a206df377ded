import '../ui/base.css';
import { hasPortalKey, takePortalKey } from './session/portal-key';
import { applyPortalTheme } from './session/portal-theme';

// First of all, before anything else is even loaded: the token leaves the address.
const key = takePortalKey(location, history);
// Another link opened in the same tab changes only the fragment: start over with it.
addEventListener('hashchange', () => {
  if (hasPortalKey(location)) location.reload();
});
applyPortalTheme(document.documentElement, location.search);

void import('./start-portal').then(({ startPortal }) => startPortal(key));

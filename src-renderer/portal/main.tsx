import '../ui/base.css';
import { loadReact } from '../ui/load-react';
import { showNotLoaded } from '../ui/show-not-loaded';
import { readLanguage } from './language/read-language';
import { readLook } from './look/apply-look';
import { applyPortalTheme } from './look/portal-theme';
import { askEarly } from './session/early-responses';
import { hasPortalKey, keepPortalKey, takePortalKey } from './session/portal-key';

// Before anything else is even loaded: the token is removed from the address.
const key = takePortalKey(location, history);
// Opening another link in the same tab changes only the fragment: start over with it.
addEventListener('hashchange', () => {
  if (hasPortalKey(location)) location.reload();
});
// Entries of the history from before a log-out still have the key.
if (typeof key === 'string') addEventListener('popstate', () => keepPortalKey(history, null));
applyPortalTheme(document.documentElement, location.search);

// Asked while the code that shows it is still on its way.
const early = askEarly(key);
const look = readLook(location.search);
const shipped = readLanguage(location.search, navigator.languages);
const language = look.then(({ settings: { texts } }) =>
  texts.length === 0 ? shipped : readLanguage(location.search, navigator.languages, texts),
);
// One after the other, so that a slow phone can do something else in between.
const code = loadReact().then(() => import('./start-portal'));
void Promise.all([code, look, language]).then(
  ([{ startPortal }, look, language]) => startPortal(key, { look, language }, early),
  showNotLoaded,
);

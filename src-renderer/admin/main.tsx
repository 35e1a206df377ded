import '../ui/base.css';
import { loadReact } from '../ui/load-react';
import { showNotLoaded } from '../ui/show-not-loaded';
import { readOverview } from './app/read-overview';
import { readSignedIn } from './app/read-signed-in';
import { logInFirst } from './platform/log-in-with';
import { readPageKey } from './platform/page-key';
import { watchLeaving } from './platform/request-signer';
import { applyTheme, storedTheme } from './platform/stored-theme';
import { hasToken, takeToken } from './platform/token-in-address';
import { trustOwnStyles } from './platform/trust-own-styles';

// Before anything else is even loaded: the token is removed from the address.
const token = takeToken(location, history);
// Pasting the printed address into an open tab changes only the fragment: start over with it.
addEventListener('hashchange', () => {
  if (hasToken(location)) location.reload();
});
watchLeaving();
trustOwnStyles(document);
applyTheme(storedTheme());

// Asked while the code that shows what comes of it is still on its way.
const login = logInFirst(token);
// One after the other, so that a slow computer can do something else in between.
const code = loadReact().then(() => import('./app/start-admin'));
// Requested now rather than one after another when needed. Whoever awaits them handles a failure.
if (token !== null || readPageKey() !== null) {
  const isFirstScreen = location.hash.split('/').length < 3;
  for (const read of [readSignedIn, ...(isFirstScreen ? [readOverview] : [])]) read().catch(() => undefined);
}
void Promise.all([code, login]).then(([{ startAdmin }, login]) => startAdmin(login), showNotLoaded);

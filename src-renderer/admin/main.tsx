import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { applyAppearance } from './frame/appearance';
import { applyTheme, storedTheme } from './frame/theme';
import { readSignedIn } from './read-signed-in';
import { SCREENS } from './screens';
import { SessionProvider } from './session/session';
import { hasToken, takeToken } from './session/token-storage';
import { trustOwnStyles } from './trust-own-styles';

// First of all, before the router reads the address: the token leaves it.
const token = takeToken(location, history, sessionStorage);
// The printed address pasted into a tab that is already open changes only the fragment: start over with it.
addEventListener('hashchange', () => {
  if (hasToken(location)) location.reload();
});
trustOwnStyles(document);
applyTheme(storedTheme());
applyAppearance();

// Asked for now rather than one after the other, as each is needed. Who waits for them deals with a failure.
if (token !== null) {
  const isFirstScreen = location.hash.split('/').length < 3;
  for (const read of [readSignedIn, ...(isFirstScreen ? [SCREENS.startScreen] : [])])
    read().catch(() => undefined);
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <SessionProvider initialToken={token}>
      <App />
    </SessionProvider>
  </StrictMode>,
);

import '../ui/base.css';
import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { ENGLISH_LOCALE } from '../../src-server/portal-texts/in-english';
import { App } from './app/app';
import { explainRefusal } from './app/explain-refusal';
import { readSignedIn } from './app/read-signed-in';
import { SCREENS } from './app/screens';
import { applyAppearance } from './platform/appearance';
import { readPageKey } from './platform/page-key';
import { watchLeaving } from './platform/request-signer';
import { isStillLoggedIn, logInWith, SessionProvider } from './platform/session';
import { applyTheme, storedTheme } from './platform/theme';
import { hasToken, takeToken } from './platform/token-in-address';
import { trustOwnStyles } from './platform/trust-own-styles';

// Before anything else, and before the router reads the address: the token is removed from it.
const token = takeToken(location, history);
// Pasting the printed address into an open tab changes only the fragment: start over with it.
addEventListener('hashchange', () => {
  if (hasToken(location)) location.reload();
});
watchLeaving();
trustOwnStyles(document);
applyTheme(storedTheme());
applyAppearance();

// Requested now rather than one after another when needed. Whoever awaits them handles a failure.
if (token !== null || readPageKey() !== null) {
  const isFirstScreen = location.hash.split('/').length < 3;
  for (const read of [readSignedIn, ...(isFirstScreen ? [SCREENS.overviewScreen] : [])])
    read().catch(() => undefined);
}

void show();

async function show(): Promise<void> {
  // A browser that is logged in keeps its session: other tabs use it.
  const isNew = token !== null && !(await isStillLoggedIn());
  const failure = isNew ? await logInWith(token) : null;
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <SessionProvider
        initialToken={isNew ? token : null}
        initialFailure={failure && explainRefusal(failure)}
      >
        <I18nProvider locale={ENGLISH_LOCALE}>
          <App />
        </I18nProvider>
      </SessionProvider>
    </StrictMode>,
  );
}

import { StrictMode, startTransition } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { ENGLISH_LOCALE } from '../../../src-server/portal-texts/in-english';
import { applyAppearance } from '../platform/appearance';
import type { FirstLogin } from '../platform/log-in-with';
import { SessionProvider } from '../platform/session';
import { App } from './app';
import { explainRefusal } from './explain-refusal';

/** Renders the admin pages, with what came of the token of their address. */
export function startAdmin({ token, failure }: FirstLogin): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  applyAppearance();
  const page = createRoot(root);
  // In slices: a slow device stays able to answer.
  startTransition(() =>
    page.render(
      <StrictMode>
        <SessionProvider initialToken={token} initialFailure={failure && explainRefusal(failure)}>
          <I18nProvider locale={ENGLISH_LOCALE}>
            <App />
          </I18nProvider>
        </SessionProvider>
      </StrictMode>,
    ),
  );
}

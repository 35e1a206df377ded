import '../ui/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { ENGLISH_LOCALE } from '../../src-server/portal-texts/in-english';
import { QUERY_DEFAULTS } from '../shared/query-defaults';
import { ShareApp } from './share-app';
import { readShareKey } from './share-key';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Opening another link in the same tab changes only the fragment: start over with it.
addEventListener('hashchange', () => location.reload());

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient({ defaultOptions: QUERY_DEFAULTS })}>
      <I18nProvider locale={ENGLISH_LOCALE}>
        <ShareApp reading={readShareKey(location.hash)} />
      </I18nProvider>
    </QueryClientProvider>
  </StrictMode>,
);

import '../ui/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
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
      <ShareApp reading={readShareKey(location.hash)} />
    </QueryClientProvider>
  </StrictMode>,
);

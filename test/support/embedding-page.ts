import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { build } from 'vite';

/** A page of a third party, on its own origin, that shows a portal with the AppPortal component of svix-react. */
export interface EmbeddingPage {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  /** The page with these properties of the component. */
  at(properties: object): string;
  close(): void;
}

/** What a sender writes into its own page. */
const ENTRY = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { AppPortal } from 'svix-react';
  const properties = JSON.parse(new URLSearchParams(location.search).get('with'));
  createRoot(document.getElementById('root')).render(createElement(AppPortal, properties));
`;
const NAME = 'embedding-page-entry';

/** Builds the page with the installed packages, and serves it. */
export async function startEmbeddingPage(): Promise<EmbeddingPage> {
  const script = await bundle();
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', `${isScript ? 'text/javascript' : 'text/html'}; charset=utf-8`);
    response.end(
      isScript
        ? script
        : '<!doctype html><title>Ada</title><div id="root"></div><script type="module" src="/page.js"></script>',
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    at: (properties) => `${origin}/?with=${encodeURIComponent(JSON.stringify(properties))}`,
    close: () => server.close(),
  };
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    root: resolve(import.meta.dirname, '../..'),
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: NAME,
        resolveId: (id) => (id === NAME ? resolve(import.meta.dirname, `${NAME}.js`) : null),
        load: (id) => (id.endsWith(`${NAME}.js`) ? ENTRY : null),
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: NAME } },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first && 'output' in first ? first.output.find(({ type }) => type === 'chunk') : undefined;
  if (chunk?.type !== 'chunk') throw new Error('The page could not be built.');
  return chunk.code;
}

// npm run dev: the pages from their sources, reloading as they change, on top of a Posthorn that is already running.
import './node-version.mjs';
import { createServer, loadConfigFromFile, mergeConfig } from 'vite';
import { ROOT, say } from './setup.mjs';

const target = process.env.POSTHORN_URL ?? 'http://127.0.0.1:8071';
const loaded = await loadConfigFromFile(
  { command: 'serve', mode: 'development' },
  'electron.vite.config.ts',
  ROOT,
);
const config = /** @type {{ renderer: import('vite').UserConfig }} */ (
  /** @type {unknown} */ (loaded?.config)
);
const toServer = { target, changeOrigin: true };
const server = await createServer(
  mergeConfig(config.renderer, {
    configFile: false,
    server: { host: '127.0.0.1', proxy: { '/api': toServer, '/receiver': toServer, '/catalog/': toServer } },
  }),
);
await server.listen();
say(`pages from source at ${server.resolvedUrls?.local[0]}admin/ and portal/, data from ${target}`);

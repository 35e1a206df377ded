import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { licences } from './resources/tools/licences.mjs';

const at = (path: string) => resolve(import.meta.dirname, path);

// The public page's HTML is made by Node and its style sheet by the renderer build: both must arrive at the same
// class names, so they are made from the file's name alone, never from a hash of a path.
const css = { modules: { generateScopedName: '[name]__[local]' } };

// A style sheet is normally left out when no script of its bundle uses its names. The public page has no script.
const keepCatalogStyles = {
  name: 'keep-catalog-styles',
  enforce: 'post' as const,
  transform: (code: string, id: string) =>
    id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' as const } : null,
};

export default defineConfig({
  main: {
    publicDir: false,
    css,
    build: {
      outDir: 'out/main',
      // Not Electron's own Node: the same files also run headless, under plain Node.
      target: 'node20.19',
      rolldownOptions: {
        input: {
          index: at('src-main/main.ts'),
          'server-entry': at('src-main/server-entry.ts'),
          posthorn: at('src-server/main.ts'),
          'catalog-worker': at('src-server/catalog/catalog-worker.ts'),
          'render-catalog': at('src-renderer/catalog/render-catalog.tsx'),
          'render-docs': at('src-renderer/docs/render-docs.tsx'),
          'write-docs': at('src-server/write-docs.ts'),
        },
        // So that it can be started by its name where npm links it.
        output: { banner: ({ name }) => (name === 'posthorn' ? '#!/usr/bin/env node' : '') },
      },
    },
  },
  preload: {
    publicDir: false,
    build: {
      outDir: 'out/preload',
      externalizeDeps: false, // a sandboxed preload cannot load packages
      rolldownOptions: {
        input: { preload: at('src-main/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src-renderer'),
    publicDir: false,
    css,
    // electron-vite insists on './' in builds; pages are always served over HTTP, some below deeper addresses.
    plugins: [
      react(),
      { name: 'absolute-base', enforce: 'post', config: () => ({ base: '/' }) },
      keepCatalogStyles,
      licences(import.meta.dirname),
    ],
    worker: { format: 'es' },
    build: {
      outDir: at('out/renderer'),
      target: 'es2023', // the pages also run in a plain browser
      minify: 'oxc',
      chunkSizeWarningLimit: 4_500, // kB; the code editor, which is loaded only where it is used
      manifest: true, // the server finds the public page's style sheet by it
      rolldownOptions: {
        input: {
          admin: at('src-renderer/admin/index.html'),
          portal: at('src-renderer/portal/index.html'),
          catalog: at('src-renderer/catalog/main.ts'),
          docs: at('src-renderer/docs/main.ts'),
        },
      },
    },
  },
});

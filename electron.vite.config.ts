import { resolve } from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'electron-vite';
import { classicScript } from './resources/tools/classic-script.mjs';
import { ComposedNames, SCOPED_NAME } from './resources/tools/composed-names.mjs';
import { firstScreenModules } from './resources/tools/first-screen-modules.mjs';
import { licences } from './resources/tools/licences.mjs';
import { partOfUndici } from './resources/tools/part-of-undici.mjs';
import { preloadFirstScreen } from './resources/tools/preload-first-screen.mjs';
import { trayIcon } from './resources/tools/tray-icon.mjs';

const at = (path: string) => resolve(import.meta.dirname, path);

// The public page's HTML is made by Node and its style sheet by the renderer build: both must arrive at the same
// class names, so they are made from the file's name alone, never from a hash of a path.
const css = { modules: { generateScopedName: SCOPED_NAME, Loader: ComposedNames } };

// A style sheet is normally left out when no script of its bundle uses its names. Those of the public page are named by HTML alone.
const keepCatalogStyles = {
  name: 'keep-catalog-styles',
  enforce: 'post' as const,
  transform: (code: string, id: string) =>
    id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' as const } : null,
};

// Left alone, what screens share would be a file for each set of screens that share it: 150 requests for a first
// screen. It goes into a few files by how many screens want it: what something needs is wanted at least as often as it
// is, so that none of these files ever needs one of the rarer ones. What the pages without React have stands apart,
// and so does all that leads to the code editor, which is larger than everything else together.
const PLAIN =
  /base\.css|(?:schema-view|code-block|name-lockup)\.module|anchor-of|browser-storage|closest-name/;
const EDITOR = /monaco|editor-theme|schema-code|leave-with-tab/;
const sharedBy = (minShareCount: number, isOfAdmin: boolean) => ({
  name: isOfAdmin ? 'admin-parts' : 'parts',
  minShareCount,
  // What admin screens share with the portal stays outside of what the portal does not want.
  includeDependenciesRecursively: !isOfAdmin,
  test: (id: string) => id.includes('/src-renderer/admin/') === isOfAdmin && !EDITOR.test(id),
});
// What the pages speak; the words of React Aria come in thirty languages.
const languages = optimizeLocales.vite({ locales: ['en-US', 'de-DE'] });

const modulesOf = async (files: readonly string[], command: 'build' | 'serve') =>
  command === 'build'
    ? firstScreenModules(at('src-renderer'), files, [react(), languages])
    : new Set<string>();

// What the first screens need is in files with nothing else in them: of both pages, of the portal, of the admin pages, and
// of these what the login page needs already.
const ENTRY = 'portal/main.tsx';
const PORTAL = [ENTRY, 'portal/start-portal.tsx', 'portal/endpoints/endpoints-page.tsx'];
const ADMIN_ENTRY = 'admin/main.tsx';
const LOGIN = [ADMIN_ENTRY, 'admin/app/start-admin.tsx'];
const ADMIN = [...LOGIN, 'admin/app/signed-in.tsx', 'admin/features/overview/overview-screen.tsx'];
const isEntry = (id: string) => [ENTRY, ADMIN_ENTRY].some((file) => id.endsWith(`/src-renderer/${file}`));
// Other screens use more of it than the first one, also from the other page.
const SHARED = /\/src-renderer\/shared\//;
const firstScreens = async (command: 'build' | 'serve') => ({
  start: await modulesOf([ENTRY], command),
  portal: await modulesOf(PORTAL, command),
  adminStart: await modulesOf([ADMIN_ENTRY], command),
  login: await modulesOf(LOGIN, command),
  admin: await modulesOf(ADMIN, command),
});
type FirstScreens = Awaited<ReturnType<typeof firstScreens>>;
const sharedParts = ({ start, portal, adminStart, login, admin }: FirstScreens) => [
  { name: 'plain', test: PLAIN },
  // Arrive before the rest, and ask the server for what the rest will show.
  { name: 'start', test: (id: string) => start.has(id) && !isEntry(id) },
  { name: 'admin-start', test: (id: string) => adminStart.has(id) && !isEntry(id) },
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  {
    name: 'first',
    test: (id: string) => portal.has(id) && (admin.has(id) || SHARED.test(id)) && !isEntry(id),
  },
  { name: 'portal-first', test: (id: string) => portal.has(id) && !isEntry(id) },
  // What other pages have too stands apart: they load nothing of the admin pages.
  ...[false, true].flatMap((isOfAdmin) =>
    Object.entries({ login, 'admin-first': admin }).map(([name, modules]) => ({
      name: isOfAdmin ? name : `${name}-parts`,
      test: (id: string) =>
        modules.has(id) && isOfAdmin === id.includes('/src-renderer/admin/') && !isEntry(id),
    })),
  ),
  ...[24, 8, 3].map((count) => sharedBy(count, false)),
  ...[8, 3].map((count) => sharedBy(count, true)),
];

const licenceList = licences(import.meta.dirname);

// While tests are recorded, which finds the source of each function that ran. No file names its map: the program is the same.
const sourcemap = process.env.POSTHORN_RECORD_FOLDER ? 'hidden' : false;

export default defineConfig(
  async ({ command }): Promise<UserConfig> => ({
    main: {
      publicDir: false,
      css,
      plugins: [licenceList.ofProgram, partOfUndici, trayIcon(import.meta.dirname)],
      // React decides by this variable, which no server has, between two programs of which the one for developers takes
      // nine times as long. It goes into the build, so that its choice does not depend on how a server is started.
      define: { 'process.env.NODE_ENV': '"production"' },
      // Else it follows from NODE_ENV while it is built, and calls what React has for developers alone.
      oxc: { jsx: { development: false } },
      build: {
        outDir: 'out/main',
        sourcemap,
        // Not Electron's own Node: the same files also run headless, under plain Node.
        target: 'node20.19',
        rolldownOptions: {
          input: {
            index: at('src-main/main.ts'),
            'server-entry': at('src-main/server-entry.ts'),
            posthorn: at('src-server/main.ts'),
            // For a program of Node that starts a server in its own process, as browser tests do with a clock of theirs.
            server: at('src-server/server.ts'),
            'catalog-worker': at('src-server/catalog/workers/catalog-worker.ts'),
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
        sourcemap,
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
        languages,
        { name: 'absolute-base', enforce: 'post', config: () => ({ base: '/' }) },
        keepCatalogStyles,
        // Of the admin pages that of the login: what else they load follows from whether somebody is logged in.
        preloadFirstScreen({
          admin: ['/admin/app/start-admin.tsx'],
          portal: ['/portal/start-portal.tsx', '/portal/endpoints/endpoints-page.tsx'],
        }),
        classicScript('catalog/script.ts', at('src-renderer'), css),
        licenceList.ofPages,
      ],
      worker: { format: 'es' },
      build: {
        outDir: at('out/renderer'),
        sourcemap,
        target: 'es2023', // the pages also run in a plain browser
        minify: 'oxc',
        chunkSizeWarningLimit: 4_500, // kB; the code editor, which is loaded only where it is used
        manifest: true, // the server finds the files of the static pages by it
        rolldownOptions: {
          input: {
            admin: at('src-renderer/admin/index.html'),
            portal: at('src-renderer/portal/index.html'),
            share: at('src-renderer/share/index.html'),
            catalog: at('src-renderer/catalog/main.ts'),
            docs: at('src-renderer/docs/main.ts'),
          },
          output: {
            codeSplitting: {
              groups: sharedParts(await firstScreens(command)),
            },
          },
        },
      },
    },
  }),
);

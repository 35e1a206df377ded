/**
 * Source files for which `npm run check` finds no test of behaviour, and why. It only becomes shorter: a file that gets a
 * test has to leave it.
 */
export const WITHOUT_TESTS: Readonly<Record<string, string>> = {
  'src-main/contract/tsconfig.json': 'settings of the compiler, which runs anyway',
  'src-main/tsconfig.json': 'settings of the compiler, which runs anyway',
  'src-renderer/README.md': 'text for developers',
  'src-renderer/catalog/main.ts': 'runs as a page is opened, before anything is counted',
  'src-renderer/catalog/script.ts': 'runs as a page is opened, before anything is counted',
  'src-renderer/portal/first-paint.css': 'runs as a page is opened, before anything is counted',
  'src-renderer/share/index.html': 'runs as a page is opened, before anything is counted',
  'src-renderer/share/main.tsx': 'runs as a page is opened, before anything is counted',
  'src-renderer/tsconfig.json': 'settings of the compiler, which runs anyway',
  'src-server/README.md': 'text for developers',
  'src-server/contract/tsconfig.json': 'settings of the compiler, which runs anyway',
  'src-server/json-schema/tsconfig.json': 'settings of the compiler, which runs anyway',
  'src-server/pacing/tsconfig.json': 'settings of the compiler, which runs anyway',
  'src-server/portal-texts/tsconfig.json': 'settings of the compiler, which runs anyway',
  'src-server/tsconfig.json': 'settings of the compiler, which runs anyway',
  'src-server/working-copy/tsconfig.json': 'settings of the compiler, which runs anyway',
  'src-server/write-docs.ts': 'runs in each build',
};

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build } from 'vite';
import { isBuilt } from '../../resources/tools/setup.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
/** While tests are recorded, the files stay until it is known what of them ran. */
const IS_RECORDED = Boolean(process.env.POSTHORN_RECORD_FOLDER);

/** A part of the program, built for one test. */
export interface TestBuild {
  readonly folder: string;
  remove(): Promise<void>;
}

/** The built program if it is of the sources as they are, as in `npm test`; otherwise what of it has no pages, built now. */
export async function programForTest(): Promise<TestBuild> {
  if (isBuilt()) return { folder: join(ROOT, 'out/main'), remove: async () => undefined };
  return buildForTest({
    'posthorn.js': 'src-server/main.ts',
    'catalog-worker.js': 'src-server/catalog/workers/catalog-worker.ts',
    'render-catalog.js': 'src-renderer/catalog/render-catalog.tsx',
  });
}

interface TestBuildOptions {
  /** Each module in a file of its own, in the folders of the sources; an entry is named without its ending. */
  readonly apart?: boolean;
  /** Modules that are left out, as absolute paths without an extension: what is not loaded need not be there. */
  readonly without?: readonly string[];
}

/**
 * Builds entry files as the program does, but separately, below `out/`, where packages are found.
 * @param entries source paths, by the name of the output file: `worker.mjs`
 */
export async function buildForTest(
  entries: Readonly<Record<string, string>>,
  { apart = false, without = [] }: TestBuildOptions = {},
): Promise<TestBuild> {
  await mkdir(join(ROOT, 'out'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, 'out/test-build-'));
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    // React as the program's configuration has it.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { development: false } },
    ssr: { noExternal: ['react', 'react-dom'] },
    build: {
      ssr: true,
      outDir: folder,
      sourcemap: IS_RECORDED ? 'hidden' : false,
      target: 'node20.19',
      rolldownOptions: {
        input: { ...entries },
        output: apart
          ? { preserveModules: true, preserveModulesRoot: ROOT, entryFileNames: '[name].js' }
          : { entryFileNames: '[name]' },
        external: (name, from) =>
          from !== undefined && name.startsWith('.') && without.includes(resolve(dirname(from), name)),
      },
    },
  });
  return {
    folder,
    remove: async () => {
      if (!IS_RECORDED) await rm(folder, { recursive: true, force: true });
    },
  };
}

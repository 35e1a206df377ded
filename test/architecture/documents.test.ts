import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './source-files';

const DOCUMENTS = [
  'README.md',
  '.github/CONTRIBUTING.md',
  '.github/electron-security.md',
  'src-server/README.md',
  'src-renderer/README.md',
  'test/electron-double/README.md',
];
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '.css', '.sql'];
/** Text that starts or ends like this is meant as a path. */
const OF_HERE =
  /^(?:\.\.\/)?(?:\.github|admin|api|app|base|catalog|cli|contract|data|delivery|diagnostics|docs|features|http|json-schema|live|pacing|parts|platform|portal|resources|shared|src-main|src-renderer|src-server|storage|sync|test|ui|access|working-copy)\/|\.(?:ts|tsx|mjs|css)$/;

/** The paths in backquotes that do not exist relative to the folder of the document, to `src-server` or to the root. */
function lost(document: string, text: string): string[] {
  const named = [...text.matchAll(/`([\w./-]+)`/g)].map(([, path]) => path ?? '');
  const folders = [dirname(document), '.', 'src-server', 'src-renderer'];
  return named.filter(
    (path) =>
      OF_HERE.test(path) &&
      !folders.some((folder) => ENDINGS.some((ending) => existsSync(join(ROOT, folder, path + ending)))),
  );
}

describe('the documents', () => {
  it('name no file that is not there', () => {
    for (const document of DOCUMENTS)
      expect(lost(document, readFileSync(join(ROOT, document), 'utf8')), document).toEqual([]);
    expect(lost('README.md', 'see `delivery/engine` and `delivery/no-such-file`')).toEqual([
      'delivery/no-such-file',
    ]);
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TSC = join(import.meta.dirname, '../../node_modules/typescript/lib/tsc.js');

/**
 * What the compiler says of declarations, with `--strict` and without skipping any file.
 * @param use code of a file beside it, `events.d.ts` there; null: none
 */
export function typeFaults(declarations: string, use: string | null = null): string {
  const folder = mkdtempSync(join(tmpdir(), 'types-'));
  try {
    writeFileSync(join(folder, 'events.d.ts'), declarations);
    if (use !== null) writeFileSync(join(folder, 'use.ts'), use);
    const files = use === null ? ['events.d.ts'] : ['events.d.ts', 'use.ts'];
    // Without the types of a browser, which take four times as long to check as the language alone.
    const flags = ['--strict', '--noEmit', '--ignoreConfig', '--module', 'nodenext', '--target', 'es2022'];
    flags.push('--lib', 'es2022');
    const { stdout, stderr } = spawnSync(process.execPath, [TSC, ...flags, ...files], {
      cwd: folder,
      encoding: 'utf8',
    });
    return `${stdout}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');
const NOTES = join(ROOT, 'test/support/note-store-calls.ts');
const STORE = /^export ((?:async )?function ((?:create|open)(?!Stores\b)\w+)\(\s*db: Database)\b/m;

/** Makes every store in a test run note which of its methods are called. It does not change what they do. */
export const notedStores: Plugin = {
  name: 'noted-stores',
  enforce: 'pre',
  transform(code, id) {
    const [found, declaration, name] = (id.includes('/src-server/storage/') && STORE.exec(code)) || [];
    if (!found || !declaration || !name) return null;
    const inner = declaration.replace(name, `${name}Unnoted`);
    const added = [
      `import { noteStoreCalls } from ${JSON.stringify(NOTES)}`,
      `export const ${name} = noteStoreCalls('${name}', ${name}Unnoted);`,
    ];
    // On the last line, so that all others keep their numbers.
    return { code: `${code.replace(found, inner)};${added.join(';')}`, map: null };
  },
};

/** The functions of a folder and its rooms that make a store for either engine, by name. */
export function storeFactories(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('postgres'))
    .flatMap((name) => STORE.exec(readFileSync(join(ROOT, folder, name), 'utf8'))?.[2] ?? []);
}

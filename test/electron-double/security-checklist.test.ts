import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(ROOT, path), 'utf8');
const ITEMS = 20;

describe("the checklist of Electron's security", () => {
  const rows = [
    ...read('.github/electron-security.md').matchAll(/^\| (\d+) \|.*\| `([\w./-]+)`: (.+) \|$/gm),
  ];

  it('has every item', () => {
    const numbers = new Set(rows.map(([, number]) => Number(number)));
    expect([...numbers]).toEqual(Array.from({ length: ITEMS }, (_, at) => at + 1));
  });

  it('names only tests that exist and are not skipped', () => {
    for (const [, number, file = '', title = ''] of rows) {
      const start = new RegExp(`^\\s*(?:test|it)\\('${escaped(title)}'`, 'm');
      expect(start.test(read(file)), `${number}: ${file}: ${title}`).toBe(true);
    }
  });

  it('holds the version of Electron, which is exact, to the declarations that the double is compared with', () => {
    const { devDependencies } = JSON.parse(read('package.json'));
    const { version } = JSON.parse(read('node_modules/electron/package.json'));
    expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
    expect(version).toBe(devDependencies.electron);
  });
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

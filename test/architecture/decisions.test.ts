import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './source-files';

const FOLDER = join(ROOT, '.github/decisions');
const textOf = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

describe('the index of decisions', () => {
  const rows = Array.from(
    textOf('README.md').matchAll(/^\| (\d{4}) \| \[(.+?)\]\((.+?)\) \| (.+) \|$/gm),
    ([, number = '', title = '', file = '', state = '']) => ({ number, title, file, state }),
  );

  it('the index of decisions has a row for each decision, with its number, its title and its state', () => {
    const files = readdirSync(FOLDER).filter((name) => /^\d/.test(name));
    expect(rows.map(({ file }) => file)).toEqual(files.sort());
    for (const { number, title, file, state } of rows) {
      const [heading = ''] = textOf(file).split('\n');
      expect(heading.replace(':', '').toLowerCase(), file).toBe(
        `# ${number} ${title}`.replace(':', '').toLowerCase(),
      );
      expect(state, file).toMatch(/^(?:Holds|Overtaken)\b/);
    }
  });

  it('the index and the decision itself both say which later one overtook it', () => {
    const overtaken = rows.filter(({ state }) => state !== 'Holds');
    expect(overtaken.length).toBeGreaterThan(5);
    for (const { number, file, state } of overtaken) {
      const later = [...state.matchAll(/\[(\d{4})\]/g)].map(([, id = '']) => id);
      expect(later.length, file).toBeGreaterThan(0);
      for (const id of later) {
        expect(Number(id), file).toBeGreaterThan(Number(number));
        expect(textOf(file), file).toMatch(new RegExp(`\\b${id}\\b`));
      }
    }
  });
});

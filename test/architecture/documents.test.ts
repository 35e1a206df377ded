import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './source-files';

const GUIDES = 'src-renderer/docs/guides';
const DOCUMENTS = [
  'README.md',
  '.github/CHANGELOG.md',
  '.github/CONTRIBUTING.md',
  '.github/SECURITY.md',
  '.github/comparison.md',
  '.github/electron-security.md',
  '.github/performance.md',
  '.github/decisions/README.md',
  'src-server/README.md',
  'src-renderer/README.md',
  'test/electron-double/README.md',
  ...readdirSync(join(ROOT, GUIDES)).map((name) => `${GUIDES}/${name}`),
];
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '.css', '.sql'];
/** Text that starts or ends like this is meant as a path. */
const OF_HERE =
  /^(?:\.\.\/)?(?:\.github|access|admin|api|app|base|catalog|cli|cluster|contract|data|delivery|diagnostics|docs|features|http|json-schema|live|modules|outbound|pacing|parts|platform|portal|resources|share|shared|src-main|src-renderer|src-server|storage|sync|test|ui|working-copy)\/|\.(?:ts|tsx|mjs|css)$/;

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

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

/** The links, pictures included, that lead to no file, or to no heading of it. */
function broken(document: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link ?? '');
  return links.filter((link) => {
    if (/^https:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const file = path === '' ? document : join(dirname(document), path);
    if (!existsSync(join(ROOT, file))) return true;
    return anchor !== undefined && !anchorsOf(textOf(file)).includes(anchor);
  });
}

function anchorsOf(text: string): string[] {
  return Array.from(text.matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** The folders of two levels, without what `.gitignore` excludes: `src-server/`, `src-server/base/`. */
function foldersOfTwoLevels(): string[] {
  const ignored = ['.git', ...textOf('.gitignore').split(/\/?\n/)];
  const foldersIn = (path: string) =>
    readdirSync(join(ROOT, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !ignored.includes(entry.name))
      .map(({ name }) => `${name}/`);
  return foldersIn('.').flatMap((top) => [top, ...foldersIn(top).map((name) => top + name)]);
}

/** The folders that the map names, in the same form. */
function mapped(text: string): string[] {
  const [, map = ''] = /## Where things are\n\n```\n(.*?)```/s.exec(text) ?? [];
  let top = '';
  return Array.from(map.matchAll(/(?<![\w/.])([\w.-]+\/)(?!\w)/g), ([, name = '']) => {
    if (!existsSync(join(ROOT, name))) return top + name;
    top = name;
    return name;
  });
}

describe('the documents', () => {
  it('name no file that is not there', () => {
    for (const document of DOCUMENTS) expect(lost(document, textOf(document)), document).toEqual([]);
    expect(lost('README.md', 'see `delivery/engine/engine` and `delivery/no-such-file`')).toEqual([
      'delivery/no-such-file',
    ]);
  });

  it('the documents link to files and headings that are there', () => {
    for (const document of DOCUMENTS) expect(broken(document, textOf(document)), document).toEqual([]);
    expect(broken('README.md', '[a](LICENSE) [b](no-such-file.md) [c](.github/SECURITY.md#no-such)')).toEqual(
      ['no-such-file.md', '.github/SECURITY.md#no-such'],
    );
  });

  it('the documents lead nobody to a package of our name in a registry, where it is not ours', () => {
    const risky =
      /\bnpx(?: -\S+)* posthorn\b|\bnpm (?:install|i|exec)\b(?: -\S+)* posthorn(?![\w.-]*\.tgz)\b/;
    const packaging = ['posthorn.service', 'Containerfile', 'catalog-workflow.yml'];
    const files = [...DOCUMENTS, ...packaging.map((name) => `resources/packaging/${name}`)];
    expect(files.filter((file) => risky.test(textOf(file)))).toEqual([]);
    expect(risky.test('then `npx posthorn serve`')).toBe(true);
    expect(risky.test('npx --yes posthorn sync')).toBe(true);
    expect(risky.test('npm install --global posthorn')).toBe(true);
    expect(risky.test('npm install --global ./posthorn-0.1.0.tgz')).toBe(false);
  });

  it('README has at most 120 lines, and the glossary at most 33 words', () => {
    expect(textOf('README.md').split('\n').length - 1).toBeLessThanOrEqual(120);
    const words = textOf(`${GUIDES}/glossary.md`).match(/^\| \*\*/gm) ?? [];
    expect(words.length).toBeGreaterThan(10);
    expect(words.length).toBeLessThanOrEqual(33);
  });
});

describe('the map of src-server/README.md', () => {
  it('has a line that begins with each room of the server that is divided into rooms', () => {
    const rooms = readdirSync(join(ROOT, 'src-server'), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => relative(join(ROOT, 'src-server'), join(entry.parentPath, entry.name)))
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path.split('/').length === 2);
    expect(rooms.length).toBeGreaterThan(20);
    const text = textOf('src-server/README.md');
    expect(rooms.filter((room) => !text.includes(`\n| \`${room}/\` |`))).toEqual([]);
  });
});

describe('the map of README.md', () => {
  it('the map of README.md has every folder of two levels once, and no other', () => {
    expect(mapped(textOf('README.md')).sort()).toEqual(foldersOfTwoLevels().sort());
  });
});

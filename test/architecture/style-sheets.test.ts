import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, ROOT, type SourceFile, sourceFiles, target } from './source-files';

const byModule = new Map(
  sourceFiles('src-renderer').map((file) => [file.path.replace(/\.tsx?$/, ''), file] as const),
);

/** The style sheets imported by a file and by everything it imports; `composed`: and those whose classes they compose. */
function styleSheets(module: string, composed = false): string[] {
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    if (composed && path.endsWith('.module.css')) for (const { sheet } of composedBy(path)) visit(sheet);
    const file: SourceFile | undefined = byModule.get(path);
    if (!file) return;
    for (const { from, typeOnly } of importsOf(file)) {
      const next = target(file, from);
      if (next !== null && !typeOnly) visit(next);
    }
  };
  visit(module);
  return [...seen].filter((path) => path.endsWith('.module.css')).sort();
}

// The server makes their HTML, so the build knows only the classes in the sheets of the entry.
it.each([
  ['catalog', 'render-catalog'],
  ['docs', 'render-docs'],
])('the entry of %s loads every style sheet whose classes its pages use', (folder, renderer) => {
  const used = styleSheets(`src-renderer/${folder}/${renderer}`, true);
  expect(used.length).toBeGreaterThan(2);
  expect(styleSheets(`src-renderer/${folder}/main`)).toEqual(used);
});

it('a size of the tokens, which has a line height, is given no second one: browsers drop such a rule', () => {
  const twice = sheetPaths().filter((path) =>
    /var\(--type-\w+\) *\//.test(readFileSync(join(ROOT, path), 'utf8')),
  );
  expect(twice).toEqual([]);
});

describe('the classes of the style sheets', () => {
  const named = namedClasses();

  it('are those that components name', () => {
    expect(
      named.flatMap(({ file, sheet, uses }) =>
        uses.filter((name) => !classesOf(sheet).has(name)).map((name) => `${file}: ${name}`),
      ),
    ).toEqual([]);
  });

  it('that other sheets compose compose nothing themselves, since the build would not follow', () => {
    const composed = new Set(sheetPaths().flatMap((path) => composedBy(path).map(({ sheet }) => sheet)));
    expect(composed).toContain('src-renderer/ui/layout.module.css');
    const deep = [...composed].filter((path) => readFileSync(join(ROOT, path), 'utf8').includes('composes:'));
    expect(deep).toEqual([]);
  });

  it('are each named by a component or by another sheet, or found by a state', () => {
    const sheets = new Set(named.map(({ sheet }) => sheet));
    const unused = [...sheets].flatMap((sheet) => {
      const users = named.filter((names) => names.sheet === sheet);
      if (users.some(({ byState }) => byState)) return [];
      const used = new Set(users.flatMap(({ uses }) => uses));
      return [...classesOf(sheet)].filter((name) => !used.has(name)).map((name) => `${sheet}: ${name}`);
    });
    expect(unused).toEqual([]);
  });
});

/** Neither may grow: what is added to a screen is taken from `ui/layout.module.css`, or makes another rule needless. */
const SHEETS = 92;
const LINES = 10_099;

/** Bodies that stand more than once, and how often: icons in a part, and what holds in some windows alone. The list only shrinks. */
const REPEATED: Readonly<Record<string, number>> = {
  'clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; width: 1px': 6,
  'border-color: var(--accent); outline-offset: -1px; outline: var(--focus-ring)': 4,
  'overflow: hidden; text-overflow: ellipsis; white-space: nowrap': 3,
  'align-items: baseline; display: flex; flex-wrap: wrap; gap: 0 var(--s2)': 2,
  'align-items: center; display: inline-flex; gap: 6px': 2,
  'align-self: start; position: sticky; top: var(--s4)': 2,
  'background: var(--surface); box-shadow: 0 0 0 1px var(--hairline); color: var(--text)': 2,
  'border: 0; height: auto; padding: 0': 2,
  'color: var(--muted); height: 13px; width: 13px': 2,
  'color: var(--muted); height: 15px; width: 15px': 2,
  'color: var(--muted); height: 22px; width: 22px': 2,
  'display: flex; flex-direction: column; gap: var(--s1)': 2,
  'flex: none; height: 14px; width: 14px': 2,
  'font-family: var(--font-mono); font-size: 0.75rem; font-variant-ligatures: none': 2,
  'height: 8px; stroke-width: 2; width: 20px': 2,
  'min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap': 2,
};

describe('the amount of style sheets', () => {
  const sheets = sheetPaths().map((path) => readFileSync(join(ROOT, path), 'utf8'));

  it('does not grow', () => {
    expect(sheets.length).toBeLessThanOrEqual(SHEETS);
    expect(sheets.reduce((sum, text) => sum + text.split('\n').length - 1, 0)).toBeLessThanOrEqual(LINES);
  });

  it('is not made of repetition: no two rules have the same body of three declarations or more', () => {
    expect(repeated(sheets)).toEqual(REPEATED);
  });

  it('counts a body as repeated whatever the order of its declarations and the place of its rule', () => {
    const rules =
      '.a { x: 1; y: 2; z: 3 } @media print { .b { z: 3; /* why */ y: 2; x: 1; } } .c { x: 1; y: 2 }';
    const nested = '.d { x: 1; y: 2; @media print { v: 1 } z: 3 }';
    expect(repeated([rules, nested])).toEqual({ 'x: 1; y: 2; z: 3': 3 });
  });
});

/** Every style sheet, from the root of the checkout. */
function sheetPaths(): string[] {
  return readdirSync(join(ROOT, 'src-renderer'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => `src-renderer/${path.replaceAll('\\', '/')}`);
}

/** The bodies of three declarations or more that several rules have, and how many rules. */
function repeated(sheets: readonly string[]): Record<string, number> {
  const found = new Map<string, number>();
  const count = (body: string) => {
    const written = body.split(';').map((declaration) => declaration.replace(/\s+/g, ' ').trim());
    const key = written.filter(Boolean).sort();
    if (key.length >= 3) found.set(key.join('; '), (found.get(key.join('; ')) ?? 0) + 1);
    return '';
  };
  for (const text of sheets) {
    let rest = text.replace(/\/\*[\s\S]*?\*\//g, '');
    // From the inside out: what a rule has for some windows alone stands within it.
    while (rest.includes('}')) rest = rest.replace(/[^{};]*\{([^{}]*)\}/g, (_, body: string) => count(body));
  }
  return Object.fromEntries([...found].filter(([, times]) => times > 1));
}

interface NamedClasses {
  readonly file: string;
  readonly sheet: string;
  readonly uses: readonly string[];
  /** True: some are named by the value of an expression. */
  readonly byState: boolean;
}

/** Which classes of which style sheet each component, and each other style sheet, names. */
function namedClasses(): readonly NamedClasses[] {
  const byComponents = [...byModule.values()].flatMap((file) => {
    const imported = file.text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm);
    return [...imported].map(([, name = '', from = '']) => {
      const text = file.text.replace(/^import [^;]*;$/gm, '');
      return {
        file: file.path,
        sheet: target(file, from) ?? from,
        uses: [...text.matchAll(new RegExp(`(?<![\\w.])${name}\\.(\\w+)`, 'g'))].map(([, used = '']) => used),
        byState: new RegExp(`(?<![\\w.])${name}\\[`).test(text),
      };
    });
  });
  const bySheets = sheetPaths().flatMap(composedBy);
  return [...byComponents, ...bySheets];
}

/** Which classes of which other style sheet this one names. */
function composedBy(path: string): readonly NamedClasses[] {
  const composed = readFileSync(join(ROOT, path), 'utf8').matchAll(/composes: ([^;]*) from "([^"]*)";/g);
  return [...composed].map(([, names = '', from = '']) => ({
    file: path,
    sheet: join(dirname(path), from).replaceAll('\\', '/'),
    uses: names.split(/\s+/),
    byState: false,
  }));
}

/** The classes that a style sheet has rules for. */
function classesOf(sheet: string): ReadonlySet<string> {
  const text = readFileSync(join(ROOT, sheet), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const selectors = text.replace(/\{[^{}]*\}/g, '{}').replace(/"[^"]*"|@[^{;]*/g, '');
  return new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name));
}

import { expect, it } from 'vitest';
import { importsOf, type SourceFile, sourceFiles, target } from './source-files';

const byModule = new Map(
  sourceFiles('src-renderer').map((file) => [file.path.replace(/\.tsx?$/, ''), file] as const),
);

/** The style sheets imported by a file and by everything it imports. */
function styleSheets(module: string): string[] {
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
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
  const used = styleSheets(`src-renderer/${folder}/${renderer}`);
  expect(used.length).toBeGreaterThan(2);
  expect(styleSheets(`src-renderer/${folder}/main`)).toEqual(used);
});

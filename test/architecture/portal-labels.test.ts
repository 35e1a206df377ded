import { describe, expect, it } from 'vitest';
import { importsOf, type SourceFile, sourceFiles, target, withoutComments } from './source-files';

/**
 * The portal is shown to customers of others, so all of its texts are in the table that another language and the sender
 * can replace: contract/portal-texts.
 */
const files = new Map(sourceFiles('src-renderer').map((file) => [file.path, file]));

/** HTTP methods, and kinds passed to a component, which nobody sees as text. */
const NAMES = new Set(['POST', 'attempts', 'messages', 'page', 'endpoint', 'eventType', 'message']);

/** Every file that the portal is built from. */
function built(): SourceFile[] {
  const found = new Map<string, SourceFile>();
  const visit = (path: string) => {
    const file = files.get(path) ?? files.get(`${path}.ts`) ?? files.get(`${path}.tsx`);
    if (!file || found.has(file.path)) return;
    found.set(file.path, file);
    for (const { from, typeOnly } of importsOf(file)) {
      const to = target(file, from);
      if (to && !typeOnly) visit(to);
    }
  };
  visit('src-renderer/portal/main.tsx');
  return [...found.values()];
}

/** Texts of elements, and of attributes that people read or hear, that are in the code itself. */
function ownLabels({ text }: Pick<SourceFile, 'text'>): string[] {
  const code = withoutComments(text);
  const texts = [...code.matchAll(/(?<=[\w"'}\s/])>([^<>{}=;()|&]*[A-Za-z]{2}[^<>{}=;()|&]*)(?=<\/|\{)/g)];
  const between = [...code.matchAll(/\}([^<>{}=;()|&:?,'`]*[A-Za-z]{2}[^<>{}=;()|&:?,'`]*)<\//g)];
  const read = 'aria-label|aria-roledescription|title|placeholder|label|hint|alt|what';
  const attributes = [
    ...code.matchAll(new RegExp(`\\s(?:${read})="([^"]*[A-Za-z]{2}[^"]*)"`, 'g')),
    ...code.matchAll(new RegExp(`\\s(?:${read})=\\{[\`']([^\`'{$]*[A-Za-z]{2}[^\`']*)`, 'g')),
  ];
  return [...texts, ...between, ...attributes].map(([, label]) => (label ?? '').trim());
}

describe('the words of the portal', () => {
  it('stand in tables, in every file that it is built from', () => {
    const parts = built().filter(({ path }) => path.endsWith('.tsx') && !path.endsWith('ui-labels.tsx'));
    expect(parts.length).toBeGreaterThan(60);
    const found = parts.flatMap((file) =>
      ownLabels(file)
        .filter((label) => !NAMES.has(label))
        .map((label) => `${file.path}: ${label}`),
    );
    expect(found).toEqual([]);
  });

  it('would be found elsewhere', () => {
    expect(ownLabels({ text: '<p className={x}>Nothing here</p>' })).toEqual(['Nothing here']);
    expect(ownLabels({ text: '<span>{count} more</span>' })).toEqual(['more']);
    expect(ownLabels({ text: '<Button aria-label="Close" />' })).toEqual(['Close']);
    expect(ownLabels({ text: '<a title={`Flag of it`} />' })).toEqual(['Flag of it']);
    expect(ownLabels({ text: 'const a = useState<string>(x); <p>{words.a}</p>' })).toEqual([]);
  });
});

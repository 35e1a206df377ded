import { expect, it } from 'vitest';
import { renderCatalog } from '../../../src-renderer/catalog/render-catalog';

const typeOf = (name: string, schema: string | null = null) => ({
  ...{ name, description: '', deprecated: false, deprecatedAt: null, sunsetAt: null, replacedBy: null },
  ...{ groupName: null, updatedAt: '2026-11-12T23:30:00Z', schema, example: null },
  ...{ variants: [], hasOwnExample: false },
});
const render = (eventTypes: readonly ReturnType<typeof typeOf>[], isLarge = false) =>
  new Map(
    renderCatalog({ displayName: 'Acme', eventTypes, isLarge }, { styles: [], fonts: [], script: null }).map(
      (page) => [page.path, page.render()],
    ),
  );

it('the first page says how to receive and verify, and leads to the largest groups where there are many', () => {
  const names = Array.from({ length: 8 }, (_, n) =>
    Array.from({ length: n + 1 }, (_, m) => `g${n}.n${m}`),
  ).flat();
  const page =
    render(
      names.map((name) => typeOf(name)),
      true,
    ).get('index.html') ?? '';
  expect(page).toContain('How to receive them');
  expect(page).toContain('<a href="#~verify">Verify the signature</a>');
  const largest = /Largest groups:.*?<\/p>/s.exec(page)?.[0] ?? '';
  expect([...largest.matchAll(/#~group-(g\d)/g)].map(([, group]) => group)).toEqual([
    ...['g7', 'g6', 'g5', 'g4', 'g3', 'g2'],
  ]);
  expect(render([typeOf('a.b')]).get('index.html')).not.toContain('Largest groups:');
  expect(render([]).get('index.html')).not.toContain('How to receive them');
});

it('a long schema is not repeated on its page, and leaves the code to the first page', () => {
  const schemaOf = (count: number) =>
    JSON.stringify({
      properties: Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, {}])),
    });
  const pageOf = (count: number) =>
    render([typeOf('a.b', schemaOf(count))], true).get('types/a.b.html') ?? '';
  expect(pageOf(3)).toContain('aria-label="Schema of a.b"');
  expect(pageOf(3)).toContain('openssl dgst');
  expect(pageOf(1500)).toContain('href="../schemas.json"');
  expect(pageOf(1500)).toContain('href="../index.html#~verify"');
  expect(pageOf(1500)).not.toContain('openssl dgst');
});

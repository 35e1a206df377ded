import { expect, it } from 'vitest';
import { renderCatalog } from '../../../src-renderer/catalog/render-catalog';
import type { PublicEventType } from '../../../src-server/contract/public-catalog';

const type = (name: string, more: Partial<PublicEventType> = {}): PublicEventType => ({
  ...{ name, description: '', groupName: null, updatedAt: '2026-11-12T23:30:00Z' },
  ...{ deprecated: false, deprecatedAt: null, sunsetAt: null, replacedBy: null },
  ...{ schema: null, example: null, variants: [], hasOwnExample: false },
  ...more,
});

/** The pages by their paths, without marks inside of sentences. */
const render = (eventTypes: readonly PublicEventType[]) =>
  new Map(
    renderCatalog({ displayName: 'Acme', eventTypes }, { styles: [], fonts: [], script: null }).map(
      (page) => [page.path, page.render().replace(/<!-- -->|<\/?time[^>]*>/g, '')],
    ),
  );

it('a deprecated event type says since when, until when and what to use instead, linked where that stands', () => {
  const dates = { deprecatedAt: '2026-05-01T12:00:00.000Z', sunsetAt: '2027-01-31T00:00:00.000Z' };
  const old = type('a.old', { deprecated: true, ...dates, replacedBy: 'a.new' });
  const html = render([old, type('a.new'), type('a.older', { deprecated: true })]).get('index.html');
  expect(html).toContain(
    'Do not use it for anything new. Deprecated since 1 May 2026. Supported until 31 January 2027. Use <a href="#a.new">a.new</a> instead.</p>',
  );
  expect(html).toContain('Do not use it for anything new.</p>');
  const many = Array.from({ length: 61 }, (_, index) => type(`order.n${index}`));
  const pages = render([...many, old, type('a.new'), type('a.older', { deprecated: true })]);
  expect(pages.get('index.html')).toContain('>deprecated, supported until 31 January 2027 </span>');
  expect(pages.get('index.html')).toContain('>deprecated </span>');
  const page = pages.get('types/a.old.html');
  expect(page).toMatch(/Use <a href="a\.new\.html">a\.new<\/a> instead/);
});

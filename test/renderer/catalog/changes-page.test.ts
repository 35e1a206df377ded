import { describe, expect, it } from 'vitest';
import { renderCatalog as makePages } from '../../../src-renderer/catalog/render-catalog';
import type { EventTypeChangeOut } from '../../../src-server/contract/event-type-change';
import type { PublicEventType } from '../../../src-server/contract/public-catalog';

const ASSETS = { styles: [], fonts: [], script: null };
const many = Array.from(
  { length: 61 },
  (_, n): PublicEventType => ({
    name: `order.n${n}`,
    description: 'When it happens.',
    deprecated: false,
    deprecatedAt: null,
    sunsetAt: null,
    replacedBy: null,
    groupName: null,
    updatedAt: '2026-11-12T23:30:00Z',
    schema: null,
    example: '{}',
    variants: [],
    hasOwnExample: true,
  }),
);

describe('the changes of a public catalog', () => {
  const change = (n: number, more: Partial<EventTypeChangeOut> = {}): EventTypeChangeOut => ({
    at: `2026-11-${n < 100 ? '12' : '11'}T10:00:00.000Z`,
    name: 'order.n0',
    kind: 'changed',
    changes: [`description: number ${n}`],
    note: null,
    ...more,
  });
  const pagesWith = (changes: readonly EventTypeChangeOut[], eventTypes = many) =>
    new Map(
      makePages({ displayName: 'Acme', eventTypes, changes }, ASSETS).map((page) => [
        page.path,
        page.render(),
      ]),
    );

  it('changes are listed by day, with links to event types that are still there', () => {
    const gone = change(100, { name: 'order.gone', kind: 'removed', changes: [] });
    const html = pagesWith([change(1), gone]).get('changes.html') ?? '';
    expect(html).toContain('<time dateTime="2026-11-12">12 November 2026</time>');
    expect(html).toContain('<time dateTime="2026-11-11">11 November 2026</time>');
    expect(html).toContain('href="types/order.n0.html"');
    expect(html).toContain('<p>description: number 1</p>');
    expect(html).not.toContain('order.gone.html');
    expect(html).toContain('>Removed</span>');
    expect(pagesWith([change(1)], many.slice(0, 2)).get('changes.html')).toContain(
      'href="index.html#order.n0"',
    );
  });

  it('the note of a release is below what it released, as text', () => {
    const released = change(1, { kind: 'new', changes: [], note: 'For <b>all</b>.' });
    expect(pagesWith([released]).get('changes.html')).toContain('<p>For &lt;b&gt;all&lt;/b&gt;.</p>');
  });

  it('a long list goes on on further pages, which lead to each other', () => {
    const pages = pagesWith(Array.from({ length: 250 }, (_, n) => change(n)));
    const [first, second, third] = ['changes.html', 'changes-2.html', 'changes-3.html'].map(
      (path) => pages.get(path) ?? '',
    );
    expect(pages.has('changes-4.html')).toBe(false);
    expect(first).toContain('<a href="changes-2.html">Older changes</a>');
    expect(first).not.toContain('Newer changes');
    expect(second).toContain('<a href="changes.html">Newer changes</a>');
    expect(second).toContain('number 100<');
    expect(third).toContain('number 249<');
    expect(third).not.toContain('Older changes');
  });

  it('a catalog without changes has the page that the others link, and every page names the feed', () => {
    const pages = pagesWith([]);
    expect(pages.get('changes.html')).toContain('No changes yet');
    expect(pages.get('types/order.n0.html')).toContain('href="../changes.html"');
    expect(pages.get('types/order.n0.html')).toContain('type="application/atom+xml"');
    for (const file of ['openapi.json', 'schemas.json', 'events.d.ts'])
      expect(pages.get('index.html')).toContain(`href="${file}"`);
  });

  it('texts of changes are escaped', () => {
    const bad = '<img src=x onerror=alert(1)>';
    expect(pagesWith([change(1, { changes: [bad], name: bad })]).get('changes.html')).not.toContain('<img');
  });
});

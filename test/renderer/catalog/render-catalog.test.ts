import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagePath } from '../../../src-renderer/catalog/page-path';
import { renderCatalog as makePages } from '../../../src-renderer/catalog/render-catalog';
import { isValidName } from '../../../src-server/contract/names';
import type { PublicCatalog, PublicEventType, PublicLook } from '../../../src-server/contract/public-catalog';

const assets = { styles: ['assets/catalog.css'] };
const type = (name: string, more: Partial<PublicEventType> = {}): PublicEventType => ({
  name,
  description: `When ${name} happens.`,
  deprecated: false,
  groupName: null,
  updatedAt: '2026-11-12T23:30:00Z',
  schema: '{"type":"object","properties":{"id":{"type":"string"},"who":{"properties":{"mail":{}}}}}',
  example: '{"id":"x1"}',
  variants: [],
  hasOwnExample: true,
  ...more,
});
const renderCatalog = (catalog: PublicCatalog, { styles } = assets) =>
  new Map(makePages(catalog, { styles }).map((page) => [page.path, page.render()]));
const render = (eventTypes: readonly PublicEventType[], displayName = 'Acme') =>
  renderCatalog({ displayName, eventTypes }, assets);
const firstPage = (eventTypes: readonly PublicEventType[], displayName?: string) =>
  render(eventTypes, displayName).get('index.html') ?? '';
const many = Array.from({ length: 61 }, (_, index) => type(`order.n${index}`));

describe('a small public catalog', () => {
  it('is one complete page: heading, group index, name, description, fields, example, date', () => {
    const html = firstPage([type('invoice.paid'), type('ping')]);
    expect(html.startsWith('<!doctype html>')).toBe(true);
    expect(html).toContain('>Acme webhook event types</h1>');
    expect(html).toContain('<a href="#invoice.paid"');
    expect(html).toContain('id="invoice.paid"');
    expect(html).toContain('When invoice.paid happens.');
    expect(html).toContain('id="invoice.paid:who.mail"');
    expect(html).toContain('href="#invoice.paid:who.mail"');
    expect(html).toMatch(/&quot;id&quot;.*&quot;x1&quot;/s);
    expect(html).toContain('<time dateTime="2026-11-12T23:30:00Z">12 November 2026</time>');
    expect(html.indexOf('invoice.paid')).toBeLessThan(html.indexOf('ping'));
  });

  it('shows text as text, whatever the catalog says', () => {
    const bad = '</script><script>alert(1)</script><img src=x onerror=alert(2)>"\'&';
    const html = firstPage(
      [
        type('a.b', {
          description: bad,
          schema: JSON.stringify({
            properties: { [bad]: { description: bad, enum: [bad], pattern: bad } },
            title: bad,
          }),
          example: JSON.stringify({ [bad]: bad }),
          groupName: 'g',
        }),
      ],
      bad,
    );
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;img src=x onerror=alert(2)&gt;');
  });

  it('holds no script and no inline style, and asks for nothing from elsewhere', () => {
    const html = firstPage([type('a.b')]);
    expect(html).not.toMatch(/<script| style=| on[a-z]+=|<style|hidden=|display:\s*none/);
    const addresses = [...html.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map((match) => match[1]);
    expect(addresses).toEqual(['data:,', 'assets/catalog.css']);
  });

  it('is also there for nothing at all, and for a type without schema and example', () => {
    expect(firstPage([])).toContain('No event types are published yet.');
    const html = firstPage([type('ping', { schema: null, example: null, description: '' })]);
    expect(html).toContain('This event has no schema.');
    expect(html).not.toContain('>Example<');
  });

  it('is one file, and never has two elements with one id', () => {
    const pages = render([type('content'), type('main'), type('a'), type('a.b'), type('a.who')]);
    expect([...pages.keys()]).toEqual(['index.html']);
    const ids = [...(pages.get('index.html') ?? '').matchAll(/ id="([^"]*)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the look of a public catalog', () => {
  const look = { intro: null, logo: null, color: null };
  const renderWith = (more: Partial<PublicLook>, eventTypes = [type('a.b')]) =>
    renderCatalog({ displayName: 'Acme', eventTypes, look: { ...look, ...more } }, assets);

  it('has an introduction, a logo that stands in the page, and a style sheet for its color', () => {
    const pages = renderWith({ intro: 'Read *this*.', logo: 'data:image/png;base64,AAAA', color: '#2f6f4f' });
    expect(pages.get('index.html')).toContain('<p>Read <em>this</em>.</p>');
    expect(pages.get('index.html')).toContain('src="data:image/png;base64,AAAA" alt=""');
    expect(pages.get('index.html')).toContain('<link rel="stylesheet" href="brand.css"/>');
    expect(pages.get('brand.css')).toContain('--accent: light-dark(#2f6f4f, #');
    expect(renderWith({}).get('brand.css')).toBeUndefined();
    const large = renderWith({ color: '#2f6f4f' }, many);
    expect(large.get('types/order.n1.html')).toContain('href="../brand.css"');
  });

  it('loads nothing from elsewhere, whatever another server or a file says the logo and the color are', () => {
    const pages = renderWith({
      logo: 'https://x.example/a.png',
      color: '#fff; } body { background: url(//x)',
    });
    expect(pages.get('index.html')).not.toMatch(/<img|x\.example|brand\.css/);
    expect(pages.get('brand.css')).toBeUndefined();
  });

  it('says that it is a draft only when it is one', () => {
    const catalog = { displayName: 'Acme', eventTypes: many };
    for (const path of ['index.html', 'types/order.n1.html']) {
      expect(renderCatalog({ ...catalog, draft: true }, assets).get(path)).toContain('>Draft: ');
      expect(renderCatalog(catalog, assets).get(path)).not.toContain('Draft');
    }
  });
});

describe('a large public catalog', () => {
  it('is a list with a page for each type, and every link leads to a page', () => {
    const pages = render([...many, type('Order.N1'), type('..'), type('.'), type('con')]);
    expect(pages.size).toBe(1 + 65);
    for (const [path, html] of pages) {
      const folder = new URL(path, 'http://h/catalog/');
      for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"#][^"]*)"/g)) {
        const target = new URL(href, folder).pathname.replace('/catalog/', '');
        expect(pages.has(target), `${path} -> ${href}`).toBe(true);
      }
    }
    expect(pages.get('index.html')).toContain('When order.n60 happens.');
    expect(pages.get('types/order.n60.html')).toContain('id="order.n60:who.mail"');
    expect(pages.get('types/order.n60.html')).toContain('href="../assets/catalog.css"');
    expect(pages.get('types/none.html')).toBeUndefined();
  });

  it('is chosen for few types with very many fields, too', () => {
    const properties = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`k${index}`, {}]));
    const schema = JSON.stringify({ properties });
    expect(render([type('a', { schema }), type('b', { schema }), type('c', { schema })]).size).toBe(4);
  });
});

describe('a page of a type', () => {
  const catalog = (names: readonly string[], displayName = 'Acme') => ({
    displayName,
    eventTypes: names.map((name) => type(name)),
    isLarge: true,
  });
  const find = (given: PublicCatalog, name: string) =>
    makePages(given, assets).find(({ eventType }) => eventType === name);
  const articleOf = (html = '') => /<article.*<\/article>/s.exec(html)?.[0];

  it('is the same when its article is known from an earlier page, in other surroundings too', () => {
    const before = find(catalog(['a.b', 'a.c']), 'a.b')?.render();
    const page = find(catalog(['a.a', 'a.b', 'a.d'], '$& Ltd'), 'a.b');
    expect(page?.render(articleOf(before))).toBe(page?.render());
    expect(page?.render(articleOf(before))).not.toBe(before);
  });

  it('has a frame that changes with its surroundings, and with nothing else', () => {
    const frame = (names: readonly string[], displayName?: string) =>
      find(catalog(names, displayName), 'a.b')?.frame;
    expect(frame(['a.b', 'a.c'])).toBe(frame(['a.b', 'a.c', 'other.group']));
    expect(frame(['a.b', 'a.c'])).not.toBe(frame(['a.b', 'a.d']));
    expect(frame(['a.b'])).not.toBe(frame(['a.b'], 'Ada'));
  });
});

describe('pagePath', () => {
  const name = fc.stringMatching(/^[a-zA-Z0-9\-_.]{1,256}$/).filter(isValidName);

  it('is safe on every file system for any name', () => {
    fc.assert(
      fc.property(name, (text) => {
        const path = pagePath(text);
        expect(path).toMatch(/^types\/[a-z0-9_-][a-z0-9_.-]*\.html$/);
        expect(path.length).toBeLessThan(200);
        expect(path).not.toMatch(/^types\/(con|prn|aux|nul|com\d|lpt\d)\./);
      }),
    );
  });

  it('differs for different names, also where capitals do not count', () => {
    const close = fc.stringMatching(/^[aA_.-]{1,6}$/);
    fc.assert(
      fc.property(fc.oneof(close, name), fc.oneof(close, name), (a, b) => {
        if (a !== b) expect(pagePath(a)).not.toBe(pagePath(b));
      }),
      { numRuns: 2000 },
    );
    const long = 'x'.repeat(250);
    expect(new Set([long, `${long}a`, `${long}b`, `${long}ab`].map(pagePath)).size).toBe(4);
  });
});

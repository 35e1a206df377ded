import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagePath } from '../../../src-renderer/catalog/page-path';
import { renderCatalog as makePages } from '../../../src-renderer/catalog/render-catalog';
import { isValidName } from '../../../src-server/contract/names';
import type {
  CatalogAssets,
  PublicCatalog,
  PublicEventType,
  PublicLook,
} from '../../../src-server/contract/public-catalog';

const assets = { styles: ['assets/catalog.css'], fonts: ['assets/inter.woff2'], script: 'assets/catalog.js' };
const type = (name: string, more: Partial<PublicEventType> = {}): PublicEventType => ({
  name,
  description: `When ${name} happens.`,
  deprecated: false,
  deprecatedAt: null,
  sunsetAt: null,
  replacedBy: null,
  groupName: null,
  updatedAt: '2026-11-12T23:30:00Z',
  schema: '{"type":"object","properties":{"id":{"type":"string"},"who":{"properties":{"mail":{}}}}}',
  example: '{"id":"x1"}',
  variants: [],
  hasOwnExample: true,
  ...more,
});
/** With quotes around the addresses of fields, which pages do without. */
const quoted = (html: string) => html.replace(/ (id|href)=([^"\s>]+)>/g, ' $1="$2">');
const renderCatalog = (catalog: PublicCatalog, used: CatalogAssets = assets) =>
  new Map(makePages(catalog, used).map((page) => [page.path, quoted(page.render())]));
const render = (eventTypes: readonly PublicEventType[], displayName = 'Acme') =>
  renderCatalog({ displayName, eventTypes }, assets);
const firstPage = (eventTypes: readonly PublicEventType[], displayName?: string) =>
  render(eventTypes, displayName).get('index.html') ?? '';
/** The schema itself is there to copy. */
const withoutCode = (types: readonly PublicEventType[]) => firstPage(types).replace(/<pre.*?<\/pre>/gs, '');
const many = Array.from({ length: 61 }, (_, index) => type(`order.n${index}`));

describe('a small public catalog', () => {
  it('a small public catalog is one page with groups, names, descriptions, fields, examples and dates', () => {
    const html = firstPage([type('invoice.paid'), type('ping')]);
    expect(html.startsWith('<!doctype html>')).toBe(true);
    expect(html).toContain('>Acme webhook event types</h1>');
    expect(html).toContain('<a href="#invoice.paid"');
    expect(html).toContain('id="invoice.paid"');
    expect(html).toContain('When invoice.paid happens.');
    expect(html).toContain('id="invoice.paid:who.mail"');
    expect(html).toContain('href="#invoice.paid:who.mail"');
    expect(html).toMatch(/"id".*"x1"/s);
    expect(html).toContain('<time dateTime="2026-11-12T23:30:00Z">12 November 2026</time>');
    expect(html.indexOf('ping')).toBeLessThan(html.indexOf('invoice.paid'));
  });

  it('the public catalog escapes every text', () => {
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
    expect(html).not.toMatch(/<script(?! defer="" src="assets\/catalog\.js"| type="application\/ld\+json")/);
    expect(html.match(/<\/script/g)).toHaveLength(2);
    expect(html).toContain('&lt;img src=x onerror=alert(2)&gt;');
  });

  it('a page of the public catalog has one script, no inline style, and loads nothing from other hosts', () => {
    const html = firstPage([type('a.b')]);
    expect(html).not.toMatch(/ style=| on[a-z]+=|<style|hidden=|display:\s*none/);
    const addresses = [...html.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map((match) => match[1]);
    expect(addresses).toEqual([
      ...['icon.svg', 'assets/inter.woff2', 'changes.atom', 'assets/catalog.css', 'assets/catalog.js'],
      ...['openapi.json', 'schemas.json', 'events.d.ts', 'changes.html', 'events.d.ts'],
    ]);
  });

  it('the public catalog has no search without its script', () => {
    const html = renderCatalog(
      { displayName: 'Acme', eventTypes: [type('a.b')] },
      { styles: [], fonts: [], script: null },
    ).get('index.html');
    expect(html).not.toMatch(/<script defer|<search/);
  });

  it('a description repeated in the schema is shown once', () => {
    const described = (description: string) =>
      withoutCode([type('a.b', { schema: JSON.stringify({ description, properties: { id: {} } }) })]);
    expect(described('When a.b  happens.\n').match(/When a\.b\s+happens/g)).toHaveLength(
      described('').match(/When a\.b\s+happens/g)?.length ?? 0,
    );
    expect(described('About the body.')).toContain('About the body.');
  });

  it('a description shows its Markdown, and a relative link in it as text', () => {
    const html = firstPage([type('a.b', { description: 'See:\n\n- [one](/docs) and\n- *two*' })]);
    expect(html).toContain('<ul><li>one and<li><em>two</em></ul>');
  });

  it('a long list of enum values is folded', () => {
    const values = Array.from({ length: 40 }, (_, index) => `v${index}`);
    const html = firstPage([
      type('a.b', { schema: JSON.stringify({ properties: { currency: { enum: values } } }) }),
    ]);
    const folded = /<summary>The other 32 values<\/summary>.*?<\/details>/s.exec(html)?.[0];
    expect(folded).toContain('v8"');
    expect(folded).toContain('v39"');
    expect(folded).not.toContain('v7"');
  });

  it('the public catalog shows how to verify a signature in each language', () => {
    const html = firstPage([type('a.b')]);
    expect(html).toContain('id="~verify"');
    for (const language of ['curl', 'JavaScript', 'Python', 'Go', 'Ruby', 'PHP', 'Java', 'C#'])
      expect(html).toContain(`<summary>${language}</summary>`);
  });

  it('an empty public catalog and an event type without schema and example are rendered', () => {
    expect(firstPage([])).toContain('No event types are published yet.');
    const html = firstPage([type('ping', { schema: null, example: null, description: '' })]);
    expect(html).toContain('This event has no schema.');
    expect(html).not.toContain('>Example<');
  });

  it('no id occurs twice on a page of the public catalog', () => {
    const pages = render([type('content'), type('main'), type('a'), type('a.b'), type('a.who')]);
    expect([...pages.keys()].slice(0, 4)).toEqual(['icon.svg', 'search.js', 'index.html', 'changes.html']);
    const ids = [...(pages.get('index.html') ?? '').matchAll(/ id="([^"]*)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the fields of an event type', () => {
  const money = { type: 'object', properties: { amount: {}, currency: {}, digits: {} } };
  const htmlOf = (schema: object) =>
    firstPage([type('a.b', { schema: JSON.stringify(schema), example: null })]);
  const countOf = (html: string, text: string) => html.split(text).length - 1;
  const deadLinks = (html: string) =>
    [...html.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id).filter((id) => !html.includes(` id="${id}"`));

  it('a definition used more than once is a card of its own, linked where it is used', () => {
    const schema = {
      properties: { total: { $ref: '#/definitions/money' }, tax: { $ref: '#/definitions/money' } },
      definitions: { money },
    };
    const html = htmlOf(schema);
    expect(countOf(html, '>currency</a>')).toBe(1);
    expect(html).toContain('<section id="a.b:~money"');
    expect(html).toContain('id="a.b:~money.currency"');
    expect(countOf(html, '<a href="#a.b:~money">money</a>, see below')).toBe(2);
    expect(deadLinks(html)).toEqual([]);
  });

  it('an object written twice is a card too, whatever is said about it; one used once stands in its place', () => {
    const html = htmlOf({
      properties: {
        total: { ...money, title: 'Money', description: 'With tax.' },
        net: { ...money, title: 'Money', description: 'Without tax.' },
        who: { properties: { mail: {}, name: {}, phone: {} } },
      },
    });
    expect(countOf(html, '>currency</a>')).toBe(1);
    for (const text of ['With tax.', 'Without tax.', 'id="a.b:who.mail"', 'id="a.b:~Money.amount"'])
      expect(html).toContain(text);
  });

  it('what is deeper than three levels is on a card, and a card has three levels again', () => {
    const level = (depth: number): object => ({
      properties: { [`x${depth}`]: {}, y: {}, [`in${depth}`]: depth === 8 ? {} : level(depth + 1) },
    });
    const html = htmlOf(level(1));
    expect(html).toContain('id="a.b:in1.in2.x3"');
    expect(html).toContain('<a href="#a.b:~in3">in3</a>, see below');
    expect(html).toContain('id="a.b:~in3.in4.in5.x6"');
    expect(html).toContain('id="a.b:~in6.x7"');
    for (let depth = 1; depth <= 8; depth += 1) expect(countOf(html, `>x${depth}</a>`)).toBe(1);
    expect(deadLinks(html)).toEqual([]);
  });

  it('a schema that contains itself names what it repeats, on a card too', () => {
    const node = { properties: { id: {}, label: {}, next: { $ref: '#/definitions/node' } } };
    const at = (key: string) => ({ [key]: { $ref: '#/definitions/node' } });
    const html = htmlOf({ properties: { ...at('left'), ...at('right') }, definitions: { node } });
    expect(html).toContain('again <a href="#a.b:left">node</a>');
    expect(deadLinks(html)).toEqual([]);
  });

  it('two cards of one name have numbers', () => {
    const twice = (value: object) => ({ a: { title: 'User', ...value }, b: { title: 'User', ...value } });
    const other = { properties: { x: {}, y: {}, z: {} } };
    const html = htmlOf({
      properties: { first: { properties: twice(money) }, second: { properties: twice(other) } },
    });
    expect(html).toContain('>User</h5>');
    expect(html).toContain('>User 2</h5>');
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('an event of many fields that repeat makes a page of few elements', () => {
    const user = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`key_${n}`, { type: 'string' }]));
    const properties = Object.fromEntries(
      Array.from({ length: 80 }, (_, n) => [
        `user_${n}`,
        { type: 'object', title: 'User', properties: user },
      ]),
    );
    const html = htmlOf({ properties });
    expect(html.match(/<[a-z]/g)?.length).toBeLessThan(600);
    expect(html.length).toBeLessThan(34_000);
  });
});

describe('the look of a public catalog', () => {
  const look = { intro: null, logo: null, color: null };
  const renderWith = (more: Partial<PublicLook>, eventTypes = [type('a.b')]) =>
    renderCatalog({ displayName: 'Acme', eventTypes, look: { ...look, ...more } }, assets);

  it('the look of a public catalog has an introduction, an embedded logo and a style sheet for its color', () => {
    const pages = renderWith({ intro: 'Read *this*.', logo: 'data:image/png;base64,AAAA', color: '#2f6f4f' });
    expect(pages.get('index.html')).toContain('<p>Read <em>this</em>.</p>');
    expect(pages.get('index.html')).toContain('src="data:image/png;base64,AAAA" alt=""');
    expect(pages.get('index.html')).toContain('<link rel="stylesheet" href="brand.css"/>');
    expect(pages.get('brand.css')).toContain('--accent: light-dark(#2f6f4f, #');
    expect(renderWith({}).get('brand.css')).toBeUndefined();
    const large = renderWith({ color: '#2f6f4f' }, many);
    expect(large.get('types/order.n1.html')).toContain('href="../brand.css"');
  });

  it('an external logo and an invalid color are left out of the public catalog', () => {
    const pages = renderWith({
      logo: 'https://x.example/a.png',
      color: '#fff; } body { background: url(//x)',
    });
    expect(pages.get('index.html')).not.toMatch(/<img|x\.example|brand\.css/);
    expect(pages.get('brand.css')).toBeUndefined();
  });

  it('only a draft of the public catalog is marked as a draft', () => {
    const catalog = { displayName: 'Acme', eventTypes: many };
    for (const path of ['index.html', 'types/order.n1.html']) {
      expect(renderCatalog({ ...catalog, draft: true }, assets).get(path)).toContain('>Draft: ');
      expect(renderCatalog(catalog, assets).get(path)).not.toContain('Draft');
    }
  });
});

describe('a large public catalog', () => {
  it('a large public catalog is an index with a page per event type, and every link leads to a page', () => {
    const pages = render([...many, type('Order.N1'), type('..'), type('.'), type('con')]);
    const html = [...pages].filter(([path]) => path.endsWith('.html'));
    expect(html.length).toBe(4 + 65);
    const others = ['openapi.json', 'schemas.json', 'events.d.ts', 'changes.atom'];
    for (const [path, text] of html) {
      const folder = new URL(path, 'http://h/catalog/');
      for (const [, href = ''] of text.matchAll(/<a [^>]*?href="([^"#][^"]*)"/g)) {
        const target = new URL(href, folder).pathname.replace('/catalog/', '');
        expect(pages.has(target) || others.includes(target), `${path} -> ${href}`).toBe(true);
      }
    }
    expect(pages.get('index.html')).toContain('When order.n60 happens.');
    expect(pages.get('types/order.n60.html')).toContain('id=":who.mail"');
    expect(pages.get('types/order.n60.html')).toContain('href="../assets/catalog.css"');
    expect(pages.get('types/none.html')).toBeUndefined();
  });

  it('few event types with very many fields are split into pages too', () => {
    const properties = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`k${index}`, {}]));
    const schema = JSON.stringify({ properties });
    expect(render([type('a', { schema }), type('b', { schema }), type('c', { schema })])).toHaveProperty(
      'size',
      9,
    );
  });
});

describe('a page of an event type', () => {
  const catalog = (names: readonly string[], displayName = 'Acme') => ({
    displayName,
    eventTypes: names.map((name) => type(name)),
    isLarge: true,
  });
  const find = (given: PublicCatalog, name: string) =>
    makePages(given, assets).find(({ eventType }) => eventType === name);
  const articleOf = (html = '') => /<article.*<\/article>/s.exec(html)?.[0];

  it('a page built around a cached article is the same as a new one', () => {
    const before = find(catalog(['a.b', 'a.c']), 'a.b')?.render();
    const page = find(catalog(['a.a', 'a.b', 'a.d'], '$& Ltd'), 'a.b');
    expect(page?.render(articleOf(before))).toBe(page?.render());
    expect(page?.render(articleOf(before))).not.toBe(before);
  });

  it('the frame of a page changes only with its neighbors and the name of the catalog', () => {
    const frame = (names: readonly string[], displayName?: string) =>
      find(catalog(names, displayName), 'a.b')?.frame;
    expect(frame(['a.b', 'a.c', 'other.one'])).toBe(frame(['a.b', 'a.c', 'other.one', 'other.two']));
    expect(frame(['a.b', 'a.c'])).not.toBe(frame(['a.b', 'a.d']));
    expect(frame(['a.b'])).not.toBe(frame(['a.b'], 'Ada'));
  });
});

describe('the metadata of a catalog page', () => {
  const catalog = { displayName: 'Acme', eventTypes: [type('a.b', { description: '</script>&' })] };
  const structuredOf = (html = '') =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '');

  it('a page has a canonical URL only where the catalog has a domain', () => {
    const there = renderCatalog({ ...catalog, isLarge: true, home: 'https://events.acme.test/' });
    expect(there.get('index.html')).toContain('<link rel="canonical" href="https://events.acme.test/"/>');
    const page = there.get('types/a.b.html');
    expect(page).toContain('<link rel="canonical" href="https://events.acme.test/types/a.b.html"/>');
    expect(page).toContain('<meta property="og:url" content="https://events.acme.test/types/a.b.html"/>');
    expect(structuredOf(page)).toMatchObject({ url: 'https://events.acme.test/types/a.b.html' });
    const here = renderCatalog({ ...catalog, isLarge: true }).get('types/a.b.html');
    expect(here).not.toMatch(/canonical|og:url/);
  });

  it('the structured data of a page is an article with its date, and is escaped', () => {
    const page = renderCatalog({ ...catalog, isLarge: true }).get('types/a.b.html');
    expect(structuredOf(page)).toMatchObject({
      '@type': 'TechArticle',
      headline: 'a.b',
      description: '</script>&',
      dateModified: '2026-11-12T23:30:00Z',
    });
  });

  it('the icon of the catalog is the logo, or the first letter on the brand color', () => {
    const look = { intro: null, logo: null, color: '#2f6f4f' };
    expect(renderCatalog({ ...catalog, look }).get('icon.svg')).toMatch(/fill="#2f6f4f".*>A<\/text>/);
    const logo = 'data:image/png;base64,AAAA';
    expect(renderCatalog({ ...catalog, look: { ...look, logo } }).get('icon.svg')).toContain(
      `<image href="${logo}"`,
    );
  });
});

describe('the navigation of the public catalog', () => {
  const indexOf = (pages: ReadonlyMap<string, string>) =>
    JSON.parse(/^var posthornCatalogIndex = (.*);\n$/s.exec(pages.get('search.js') ?? '')?.[1] ?? '');

  it('the search index lists every event type with its group and URL', () => {
    const pages = render([type('a.b', { groupName: 'Money' }), type('a.c')]);
    expect(indexOf(pages)).toEqual([
      { name: 'a.c', what: 'a', text: 'When a.c happens.', href: '#a.c' },
      { name: 'a.b', what: 'Money', text: 'When a.b happens.', href: '#a.b' },
    ]);
    expect(indexOf(render(many))[1]).toMatchObject({ name: 'order.n1', href: 'types/order.n1.html' });
  });

  it('a page of an event type links the other groups, which the script makes ones to open', () => {
    const page = render([...many, type('user.created')]).get('types/order.n1.html');
    expect(page).toMatch(/ data-groups="">.*<a href="..\/index.html#~group-user">user<\/a>/);
    expect(page).toContain('<summary>order</summary>');
  });

  it('a page of an event type lists only its own group where there are very many', () => {
    const page = render(Array.from({ length: 101 }, (_, n) => type(`g${n}.one`))).get('types/g7.one.html');
    expect(page).not.toContain('#~group-');
    expect(page).toContain('All groups');
  });
});

describe('the path of a catalog page', () => {
  const name = fc.stringMatching(/^[a-zA-Z0-9\-_.]{1,256}$/).filter(isValidName);

  it('the path of a page is safe on every file system for any event type name', () => {
    fc.assert(
      fc.property(name, (text) => {
        const path = pagePath(text);
        expect(path).toMatch(/^types\/[a-z0-9_-][a-z0-9_.-]*\.html$/);
        expect(path.length).toBeLessThan(200);
        expect(path).not.toMatch(/^types\/(con|prn|aux|nul|com\d|lpt\d)\./);
      }),
    );
  });

  it('different event type names have different paths, also if case is ignored', () => {
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

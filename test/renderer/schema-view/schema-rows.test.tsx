import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SchemaRows } from '../../../src-renderer/shared/schema-view/schema-rows';
import { countVendorKeys } from '../../../src-renderer/shared/schema-view/vendor-keys';
import { schemaTree } from '../../../src-server/json-schema/schema-tree';

const render = (schema: unknown, openDepth = 1, showOtherKeywords = false, showVendorKeys = false) =>
  renderToStaticMarkup(
    <SchemaRows
      tree={schemaTree(schema)}
      idOf={(path) => `f-${path}`}
      openDepth={openDepth}
      showOtherKeywords={showOtherKeywords}
      showVendorKeys={showVendorKeys}
    />,
  );
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ');
const nested = {
  type: 'object',
  required: ['a'],
  properties: { a: { properties: { b: { properties: { c: { type: 'string', 'x-team': 'billing' } } } } } },
};

describe('SchemaRows', () => {
  it('schema rows with children are collapsible, and closed below the given depth', () => {
    expect(render(nested).match(/<details/g)?.length).toBe(2);
    expect(render(nested)).not.toContain('open=""');
    expect(render(nested, 2).match(/<details open=""/g)?.length).toBe(1);
    expect(render(nested, 9).match(/<details open=""/g)?.length).toBe(2);
    expect(render(nested)).toContain('id="f-a.b.c"');
  });

  it('a schema row shows key, type, required and constraints as separate words', () => {
    const html = render({
      required: ['id'],
      properties: { id: { type: 'string', enum: ['x', ''], description: 'Which.', deprecated: true } },
    });
    expect(textOf(html)).toContain('id string required deprecated Which. one of "x" ""');
  });

  it('the links of an expandable schema row are next to its summary, never inside it', () => {
    const described = {
      description: 'See [the *guide*](https://a.example/g) or [none](ftp://a).',
      properties: { b: {} },
    };
    const html = render({ properties: { a: described } });
    expect(html.match(/<summary.*?<\/summary>/)?.[0]).not.toContain('<a ');
    expect(textOf(html)).toContain('See the guide or none.');
    expect(html.match(/<a href="https:\/\/a\.example\/g"[^>]*>the <em>guide<\/em><\/a>/g)?.length).toBe(1);
    expect(render({ properties: { a: { description: described.description } } })).toContain(
      'https://a.example/g',
    );
  });

  it('a repeated schema links to where it is described', () => {
    const html = render({
      properties: { tree: { $ref: '#/definitions/t' } },
      definitions: { t: { properties: { left: { $ref: '#/definitions/t' } } } },
    });
    expect(textOf(html)).toContain('left object again t, as in tree');
    expect(html).toMatch(/again <a href="#f-tree"[^>]*>t<\/a>/);
  });

  it('links to fields use the URLs of the page if it has its own', () => {
    const html = renderToStaticMarkup(
      <SchemaRows
        tree={schemaTree({
          properties: { tree: { $ref: '#/definitions/t' } },
          definitions: { t: { properties: { left: { $ref: '#/definitions/t' } } } },
        })}
        idOf={(path) => `f-${path}`}
        hrefOf={(path) => `#/there?field=${path}`}
        openDepth={1}
      />,
    );
    expect(html.match(/href="[^"]*"/g)).toEqual([
      'href="#/there?field=tree"',
      'href="#/there?field=tree.left"',
      'href="#/there?field=tree"',
    ]);
  });

  it('a schema row names the definition of its field, and the items of a fixed list', () => {
    const html = render(
      {
        properties: {
          buyer: { $ref: '#/definitions/Customer' },
          at: { type: 'array', items: [{ type: 'number', title: 'latitude' }, { type: 'number' }] },
        },
        definitions: { Customer: { type: 'object', readOnly: true } },
      },
      9,
    );
    expect(textOf(html)).toContain('buyer object Customer read only');
    expect(textOf(html)).toContain('item 1, latitude number');
    expect(textOf(html)).toContain('item 2 number');
  });

  it('every schema row is reached by arrow keys, and only summaries and links by Tab', () => {
    const html = render(nested, 9);
    expect(html.match(/data-row/g)).toHaveLength(1);
    expect(html.match(/<summary/g)).toHaveLength(2);
    expect(html).toContain('tabindex="-1" data-row="true"');
  });

  it('keywords of other dialects are shown only to authors of schemas', () => {
    const schema = { properties: { a: { type: 'string', example: 'of a dialect' } } };
    expect(render(schema, 9)).not.toContain('of a dialect');
    expect(render(schema, 9, true)).toContain('of a dialect');
  });

  it('vendor keys are shown on demand, and counted', () => {
    expect(render(nested, 9, true)).not.toContain('x-team');
    expect(render(nested, 9, true, true)).toContain('x-team');
    expect(countVendorKeys(schemaTree(nested).root)).toBe(1);
  });

  it('the number of rows that are not shown is given', () => {
    const properties = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`k${index}`, {}]));
    expect(textOf(render({ properties }))).toContain('1,001 more not shown');
  });
});

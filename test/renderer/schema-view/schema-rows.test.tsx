import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SchemaRows } from '../../../src-renderer/schema-view/schema-rows';
import { schemaTree } from '../../../src-server/contract/schema-tree';

const render = (schema: unknown, openDepth = 1, showOtherKeywords = false) =>
  renderToStaticMarkup(
    <SchemaRows
      tree={schemaTree(schema)}
      idOf={(path) => `f-${path}`}
      openDepth={openDepth}
      showOtherKeywords={showOtherKeywords}
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
  it('holds every row in details, closed below the depth asked for', () => {
    expect(render(nested).match(/<details/g)?.length).toBe(2);
    expect(render(nested)).not.toContain('open=""');
    expect(render(nested, 2).match(/<details open=""/g)?.length).toBe(1);
    expect(render(nested, 9).match(/<details open=""/g)?.length).toBe(2);
    expect(render(nested)).toContain('id="f-a.b.c"');
  });

  it('says key, type, required and constraints as words with spaces between them', () => {
    const html = render({
      required: ['id'],
      properties: { id: { type: 'string', enum: ['x', ''], description: 'Which.', deprecated: true } },
    });
    expect(textOf(html)).toContain('id string required deprecated Which. one of "x" ""');
  });

  it('links a repeated schema to where it is described', () => {
    const html = render({
      properties: { tree: { $ref: '#/definitions/t' } },
      definitions: { t: { properties: { left: { $ref: '#/definitions/t' } } } },
    });
    expect(html).toContain('same as <a href="#f-tree">tree</a>');
  });

  it('shows keywords of other dialects only to those who write schemas', () => {
    expect(render(nested, 9)).not.toContain('billing');
    expect(render(nested, 9, true)).toContain('x-team');
  });

  it('says how many rows are not shown', () => {
    const properties = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`k${index}`, {}]));
    expect(textOf(render({ properties }))).toContain('1,001 more, not shown here');
  });
});

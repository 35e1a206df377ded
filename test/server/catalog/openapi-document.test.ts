import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src-server/base/errors';
import { readOpenapiDocument } from '../../../src-server/catalog/openapi/openapi-document';

async function refusalOf(source: string | object): Promise<string> {
  try {
    await readOpenapiDocument(source);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.status).toBe(422);
    expect(error.body).toMatchObject({ code: 'openapi_invalid' });
    return error.message;
  }
  throw new Error('the document was accepted');
}

describe('refused OpenAPI documents', () => {
  it.each([
    ['', 'empty'],
    [' \n\t ', 'empty'],
    ['\uFEFF', 'empty'],
    ['[1]', 'must be an object'],
    ['null', 'must be an object'],
    ['"text"', 'must be an object'],
    ['just a sentence', 'must be an object'],
    ['Dear all: here it is', 'no `openapi` version'],
    ['<!doctype html><title>Log in</title>', 'HTML'],
    ['{\u0000"\u0000', 'UTF-8'],
    ['{"openapi":"3.1.0",\n  "webhooks": {"a": ', 'ends too early, at line 2'],
    ['{"openapi":"3.1.0",\n // note\n "a":1}', 'line 2 column 2'],
    ['{"swagger":"2.0","x-webhooks":{}}', 'Swagger 2.0 is not supported'],
    ['{"webhooks":{}}', 'no `openapi` version'],
    ['{"openapi":null}', 'no `openapi` version'],
    ['{"openapi":"4.0.0"}', 'version "4.0.0" is not supported'],
    ['{"openapi":"3.10"}', 'version "3.10" is not supported'],
    ['{"openapi":["3.1.0"]}', 'not supported'],
  ])('the document %j is refused with one sentence', async (text, part) => {
    expect(await refusalOf(text)).toContain(part);
  });

  it.each([
    ['openapi: 3.1.0\na: 1\na: 2\n', 'unique, at line 3'],
    ['openapi: 3.1.0\n---\nopenapi: 3.1.0\n', 'more than one document, at line 2'],
    ['openapi: 3.1.0\nwebhooks:\n\ta: 1\n', 'line 3'],
    ['openapi: 3.1.0\na: *missing\n', 'the alias *missing has no anchor'],
  ])('the YAML document %j is refused with the line of the fault', async (text, part) => {
    expect(await refusalOf(text)).toContain(part);
  });

  it('a YAML document whose aliases expand is refused', async () => {
    const level = (n: number) =>
      `l${n}: &l${n} [${Array(10)
        .fill(`*l${n - 1}`)
        .join(', ')}]\n`;
    const text = `openapi: 3.1.0\nl0: &l0 [x]\n${[1, 2, 3, 4, 5, 6, 7, 8].map(level).join('')}`;
    expect(await refusalOf(text)).toContain('aliases expand');
  });

  it('a YAML document that contains itself is refused', async () => {
    expect(await refusalOf('openapi: 3.1.0\na: &a\n  b: *a\n')).toContain('contains itself');
  });
});

describe('accepted OpenAPI documents', () => {
  it('a byte order mark before JSON is accepted', async () => {
    expect((await readOpenapiDocument('\uFEFF{"openapi":"3.0.3"}')).version).toBe('3.0');
  });
  it('an unquoted version number is accepted, with a warning', async () => {
    const document = await readOpenapiDocument('openapi: 3.1\n');
    expect(document.version).toBe('3.1');
    expect(document.warnings[0]).toContain('should be a string');
  });
  it('version 3.2, release candidates and 3.0 without paths are accepted', async () => {
    expect((await readOpenapiDocument({ openapi: '3.2.0' })).version).toBe('3.2');
    expect((await readOpenapiDocument({ openapi: '3.1.0-rc1' })).version).toBe('3.1');
    expect((await readOpenapiDocument({ openapi: '3.0.4' })).version).toBe('3.0');
  });
  it('YAML keys are kept as written, and merge keys are resolved', async () => {
    const { root } = await readOpenapiDocument(
      'openapi: 3.1.0\n1.10: a\non: b\nbase: &b {x: 1}\nmore: {<<: *b, y: 2}\n',
    );
    expect(Object.keys(root)).toEqual(['openapi', '1.10', 'on', 'base', 'more']);
    expect(root.more).toEqual({ x: 1, y: 2 });
  });
  it('an unknown YAML tag is read as text with a warning, and runs nothing', async () => {
    const { root, warnings } = await readOpenapiDocument('openapi: 3.1.0\na: !!js/function "() => 1"\n');
    expect(root.a).toBe('() => 1');
    expect(warnings[0]).toContain('line 2');
  });
  it('a value nested a hundred thousand levels deep is accepted where it is ignored', async () => {
    const text = `{"openapi":"3.1.0","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect((await readOpenapiDocument(text)).version).toBe('3.1');
  });
  it('a document given as an object is used without a copy', async () => {
    const given = Object.freeze({ openapi: '3.1.0', servers: Object.freeze([{ url: '/v1' }]) });
    expect((await readOpenapiDocument(given)).root).toBe(given);
  });
});

import { describe, expect, it } from 'vitest';
import { movedAnchor } from '../../../src-renderer/docs/moved-anchor';
import { searchEntries } from '../../../src-renderer/docs/search-entries';
import { findEntries } from '../../../src-renderer/shared/static-page/find-entries';
import { api } from '../../support/described-api';

const entries = searchEntries(api);
const names = (query: string) => findEntries(entries, query).map(({ name }) => name);

describe('the search of the documentation', () => {
  it('finds what has all words, wherever they stand and however they are written', () => {
    expect(names('ROTATE secret')).toContain('app.endpoint.secret.rotate');
    expect(names('/app/{app}/msg')).toContain('app.msg.create');
    expect(names('endpointout')).toContain('EndpointOut');
  });

  it('lists first what is called so', () => {
    const found = findEntries(entries, 'secret');
    const isNamed = found.map(({ name }) => name.toLowerCase().includes('secret'));
    expect(isNamed).toContain(false);
    expect(isNamed).toEqual([...isNamed].sort((a, b) => Number(b) - Number(a)));
  });

  it('finds nothing for nothing', () => {
    expect(names('  ')).toEqual([]);
    expect(names('no such thing')).toEqual([]);
  });
});

describe('an anchor of the one page that was', () => {
  it.each([
    ['app.endpoint.create', '/docs/endpoints#app.endpoint.create'],
    ['app.endpoint.create:rateLimit', '/docs/endpoints#app.endpoint.create:rateLimit'],
    ['EndpointOut', '/docs/schemas/EndpointOut'],
    [
      'ListResponseEndpointOut:data[].id',
      '/docs/schemas/ListResponseEndpointOut#ListResponseEndpointOut:data~~.id',
    ],
  ])('%s leads to where it is now', (anchor, href) => {
    expect(movedAnchor(entries, anchor)).toBe(href);
  });

  it('that never was leads nowhere', () => {
    expect(movedAnchor(entries, 'constructor')).toBeNull();
  });
});

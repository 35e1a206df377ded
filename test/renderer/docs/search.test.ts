import { describe, expect, it } from 'vitest';
import { guidesWith } from '../../../src-renderer/docs/guides';
import { movedAnchor } from '../../../src-renderer/docs/moved-anchor';
import { searchEntries } from '../../../src-renderer/docs/search-entries';
import { findEntries } from '../../../src-renderer/shared/static-page/find-entries';
import { docsTables } from '../../../src-server/docs-tables';
import { api } from '../../support/described-api';

const entries = searchEntries(api, guidesWith(docsTables()));
const names = (query: string) => findEntries(entries, query).map(({ name }) => name);

describe('the search of the documentation', () => {
  it('the documentation search finds entries with every word, ignoring case', () => {
    expect(names('ROTATE secret')).toContain('app.endpoint.secret.rotate');
    expect(names('/app/{app}/msg')).toContain('app.msg.create');
    expect(names('endpointout')).toContain('EndpointOut');
  });

  it('the documentation search lists matches in a name first', () => {
    const found = findEntries(entries, 'secret');
    const isNamed = found.map(({ name }) => name.toLowerCase().includes('secret'));
    expect(isNamed).toContain(false);
    expect(isNamed).toEqual([...isNamed].sort((a, b) => Number(b) - Number(a)));
  });

  it('the documentation search finds a flag, a variable and a metric on the page that explains it', () => {
    const hrefs = (query: string) => findEntries(entries, query).map(({ href }) => href);
    expect(hrefs('--retention-days')).toContain('/docs/settings#all-of-them');
    expect(hrefs('POSTHORN_CLUSTER_SECRET')).toContain('/docs/settings#secrets');
    expect(hrefs('posthorn_attempts_total')).toContain('/docs/metrics#metrics');
    expect(hrefs('posthorn token create')).toContain('/docs/command-line#posthorn-token-create');
  });

  it('the documentation search finds nothing without words, or for unknown ones', () => {
    expect(names('  ')).toEqual([]);
    expect(names('no such thing')).toEqual([]);
  });
});

describe('an anchor of the former single-page documentation', () => {
  it.each([
    ['app.endpoint.create', '/docs/endpoints#app.endpoint.create'],
    ['app.endpoint.create:rateLimit', '/docs/endpoints#app.endpoint.create:rateLimit'],
    ['EndpointOut', '/docs/schemas/EndpointOut'],
    [
      'ListResponseEndpointOut:data[].id',
      '/docs/schemas/ListResponseEndpointOut#ListResponseEndpointOut:data~~.id',
    ],
  ])('the former anchor %s leads to its new URL', (anchor, href) => {
    expect(movedAnchor(entries, anchor)).toBe(href);
  });

  it('an unknown anchor leads nowhere', () => {
    expect(movedAnchor(entries, 'constructor')).toBeNull();
  });
});

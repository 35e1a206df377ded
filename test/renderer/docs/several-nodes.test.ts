import { describe, expect, it } from 'vitest';
import { renderDocs } from '../../../src-renderer/docs/render-docs';
import { searchEntries } from '../../../src-renderer/docs/search-entries';
import { SEVERAL_NODES } from '../../../src-renderer/docs/several-nodes';
import { findEntries } from '../../../src-renderer/shared/static-page/find-entries';
import { api } from '../../support/described-api';

const files = new Map(renderDocs(api, { styles: [], font: null, script: null }));
const html = files.get('several-nodes') ?? '';

describe('the guide to several nodes', () => {
  it('each section of the guide to several nodes has an anchor and is found by the search', () => {
    for (const { id, title } of SEVERAL_NODES) {
      expect(html).toContain(`<section id="${id}"`);
      const [found] = findEntries(searchEntries(api), title);
      expect(found?.href).toBe(`/docs/several-nodes#${id}`);
    }
    expect(files.get('')).toContain('href="/docs/several-nodes"');
    expect(html).toMatch(/href="\/docs\/several-nodes" aria-current="page"/);
  });

  it.each([
    ['a frozen process', /frozen at the very moment between its last check and the first byte/],
    ['a guest whose clocks stop', /also stops the clocks of the guest/],
    ['an asynchronous standby', /<strong>asynchronous<\/strong> standby loses .*Use a synchronous one/],
    ['a failover', /every node is silent for one lease/],
    ['clocks', /times of two machines are never compared/],
    ['limits', /holds over all nodes together/],
    ['repeats', /at most what it had sent and not yet recorded is sent once more/],
    ['lists', /may show what was just accepted on another node a moment late/],
    ['a node that dies', /within 10 seconds/],
    ['a node that is stopped', /within 2 seconds/],
    ['PostgreSQL being away', /tried for 5 seconds and then answered with 503 and <code>Retry-After<\/code>/],
    ['poolers', /pooler in transaction mode/],
    ['backups', /<code>pg_dump<\/code>/],
    ['affinity', /browser stay at one node/],
    ['metrics', /sum\(rate\(posthorn_attempts_total/],
  ])('the guide to several nodes states the guarantee about %s', (_what, words) => {
    expect(html).toMatch(words);
  });
});

import { describe, expect, it } from 'vitest';
import { renderDocs } from '../../../src-renderer/docs/render-docs';
import { docsTables } from '../../../src-server/docs-tables';
import { api } from '../../support/described-api';

const html =
  new Map(renderDocs(api, docsTables(), { styles: [], fonts: [], script: null })).get('several-nodes') ?? '';

describe('the guide to several nodes', () => {
  it.each([
    ['a suspended process', /suspended at the very moment between its last check and the first byte/],
    ['a guest whose clocks stop', /also stops the clocks of the guest/],
    ['an asynchronous standby', /<strong>asynchronous<\/strong> standby loses .*Use a synchronous one/],
    ['a failover', /every node is silent for one lease/],
    ['clocks', /times of two machines are never compared/],
    ['limits', /holds over all nodes together/],
    ['repeats', /at most what it had sent and not yet recorded is sent once more/],
    ['lists', /may show what was just accepted on another node a moment late/],
    ['a node that dies', /within 10 seconds/],
    ['a node that is stopped', /within 2 seconds/],
    ['PostgreSQL being away', /tried for 5 seconds and then refused with 503 and <code>Retry-After<\/code>/],
    ['poolers', /pooler in transaction mode/],
    ['backups', /<code>pg_dump<\/code>/],
    ['affinity', /browser stay at one node/],
    ['metrics', /sum\(rate\(posthorn_attempts_total/],
  ])('the guide to several nodes states the guarantee about %s', (_what, words) => {
    expect(html).toMatch(words);
  });
});

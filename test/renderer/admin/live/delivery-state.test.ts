import { describe, expect, it } from 'vitest';
import { currentState } from '../../../../src-renderer/admin/features/live/current-state';
import { summaryParts, summarySentence } from '../../../../src-renderer/admin/features/live/summary-sentence';
import { sortByTrouble } from '../../../../src-renderer/admin/features/live/trouble-order';
import type { EndpointState } from '../../../../src-server/contract/endpoint-state';

const row = (endpointId: string, state: EndpointState, queue = 0) => ({
  endpointId,
  state,
  queue,
  name: endpointId,
});
const ids = (rows: readonly { readonly endpointId: string }[]) => rows.map(({ endpointId }) => endpointId);

const busy = (endpointId: string, state: EndpointState) => ({
  endpointId,
  appId: 'app',
  state,
  reason: '',
  rateLimit: null,
  queue: 0,
  later: 0,
  inFlight: 0,
  oldestMs: null,
  arrivalsPerS: 0,
  sendsPerS: 0,
  successRatio: null,
});

const NONE = {
  ...{ failing: 0, delayed: 0, recovering: 0, queued: 0 },
  ...{ active: 0, paused: 0, disabled: 0, idle: 0 },
};

describe('the order of all endpoints', () => {
  const rows = [
    row('idle', 'idle'),
    row('b-busy', 'delayed', 480),
    row('a-busy', 'delayed', 120),
    row('worst', 'delayed', 9000),
    row('dead', 'failing'),
    row('fine', 'active'),
  ];

  it('endpoints that need attention come first, and similar queues keep their order', () => {
    expect(ids(sortByTrouble(rows, null))).toEqual(['dead', 'worst', 'a-busy', 'b-busy', 'fine', 'idle']);
  });

  it('a held endpoint with a queue needs attention, and one without does not', () => {
    const held = [row('held-full', 'paused', 7), row('held-empty', 'paused'), row('smooth', 'queued', 90)];
    expect(ids(sortByTrouble([...rows, ...held], null))).toEqual([
      ...['dead', 'worst', 'a-busy', 'b-busy', 'held-full', 'smooth', 'fine', 'held-empty', 'idle'],
    ]);
  });

  it('the order of endpoints does not change under the pointer; new ones come last', () => {
    expect(ids(sortByTrouble([...rows, row('new', 'failing')], ['idle', 'fine', 'dead']))).toEqual([
      'idle',
      'fine',
      'dead',
      'new',
      'worst',
      'a-busy',
      'b-busy',
    ]);
  });
});

describe('the summary of all endpoints', () => {
  const counts = { ...NONE, delayed: 1, queued: 1, active: 14 };
  it('the summary counts endpoints by state and names those in trouble', () => {
    const parts = summaryParts({ counts, endpoints: [busy('ep_1', 'delayed')] }, () => 'api.acme.test');
    expect(summarySentence(parts)).toBe('14 active, 1 queued, 1 delayed: api.acme.test');
  });

  it('the summary names three endpoints at most', () => {
    const endpoints = Array.from({ length: 9 }, (_, index) => busy(`ep_${index}`, 'failing'));
    const parts = summaryParts({ counts: { ...counts, failing: 9, delayed: 0 }, endpoints }, (id) => id);
    expect(summarySentence(parts)).toContain('9 failing: ep_0, ep_1, ep_2 and 6 more');
  });
});

describe('the endpoints with their live state', () => {
  const counts = { ...NONE, active: 1, idle: 2 };

  it('the counts by state match the live state of the endpoints in view', () => {
    const now = currentState({ counts, endpoints: [busy('ep_1', 'active')] }, [
      busy('ep_1', 'failing'),
      busy('ep_2', 'active'),
    ]);
    expect(now.counts).toEqual({ ...counts, failing: 1, idle: 1 });
    expect(now.endpoints.map(({ endpointId }) => endpointId)).toEqual(['ep_1', 'ep_2']);
  });
});

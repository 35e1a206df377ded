import { describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../src-renderer/api/api-client';
import { beginReplays } from '../../../src-renderer/shared/replay/call-replay';
import { isPossible, type ReplayChoice, replayCall } from '../../../src-renderer/shared/replay/replay-choice';
import { byEndpoint, type ScopeCount, sumOfCounts } from '../../../src-renderer/shared/replay/scope-count';
import { aboutHowLong } from '../../../src-renderer/ui/about-how-long';
import type { ReplayEstimateOut } from '../../../src-server/contract/replay';
import type { ReplayScope } from '../../../src-server/contract/replay-scopes';

const NOW = Date.UTC(2026, 0, 20);
const target = (endpointId: string) => ({ appId: 'app_1', endpointId, url: `https://${endpointId}.test` });
const choice = (more: Partial<ReplayChoice> = {}): ReplayChoice => ({
  ...{ targets: [target('ep_1')], since: null, until: null, filter: {}, askedAtMs: NOW },
  ...more,
});

describe('the request of a resend', () => {
  it('a resend covers waiting messages of any age, and others as far back as the server searches', () => {
    const bodyOf = (scope: ReplayScope, given = choice()) => replayCall(given, scope, target('ep_1')).body;
    expect(bodyOf('waiting')).toEqual({});
    expect(bodyOf('given-up')).toEqual({ since: '2026-01-06T00:00:00.000Z' });
    const long = choice({ since: '2025-01-01T00:00:00.000Z', until: '2026-01-15T00:00:00.000Z' });
    expect(bodyOf('waiting', long).since).toBe('2025-01-01T00:00:00.000Z');
    expect(bodyOf('delivered', long).since).toBe('2026-01-01T00:00:00.000Z');
  });

  it('a resend keeps its filter, and covers chosen messages of any age', () => {
    const filter = { eventTypes: ['a.b'], statusCodeClass: 500 } as const;
    const message = { ...target('ep_1'), messageIds: ['msg_1'] };
    expect(
      replayCall(choice({ filter: { ...filter, eventTypes: ['a.b'] } }), 'given-up', message).body,
    ).toEqual({
      ...{ since: '1970-01-01T00:00:00.000Z', eventTypes: ['a.b'], statusCodeClass: 500 },
      messageIds: ['msg_1'],
    });
  });

  it('a resend of never-sent messages is impossible with a filter by response', () => {
    expect(isPossible('never-sent', choice())).toBe(true);
    expect(isPossible('never-sent', choice({ filter: { statusCodeClass: 500 } }))).toBe(false);
    expect(isPossible('waiting', choice({ filter: { statusCodeClass: 500 } }))).toBe(true);
  });
});

const estimate = (
  messages: number,
  estimatedSeconds: number | null,
  more: Partial<ReplayEstimateOut> = {},
): ReplayEstimateOut => ({
  messages,
  estimatedSeconds,
  skipped: { contentRemoved: 1, alreadyWaiting: 2, changedMeanwhile: 0 },
  held: null,
  waiting: 0,
  rateLimit: 50,
  from: '',
  until: '',
  oldest: null,
  newest: null,
  ...more,
});
const count = (scope: ReplayScope, estimates: Readonly<Record<string, ReplayEstimateOut>>): ScopeCount => ({
  scope,
  counts: Object.entries(estimates).map(([id, estimate]) => ({ target: target(id), estimate })),
});

describe('starting several resends', () => {
  const calls = ['ep_1', 'ep_2'].map((id) => replayCall(choice(), 'waiting', target(id)));
  const apiOf = (refused: readonly string[]) =>
    ({
      call: async (_name: string, { path }: { readonly path: { readonly endpoint: string } }) => {
        if (refused.includes(path.endpoint)) throw new Error(`${path.endpoint} refuses`);
        return { id: path.endpoint, data: {} };
      },
    }) as unknown as ApiClient;

  it('resends that started are shown beside a refused one, and all refused is an error', async () => {
    expect(await beginReplays(apiOf(['ep_1']), calls)).toMatchObject({
      tasks: [null, { id: 'ep_2' }],
      failure: { message: 'ep_1 refuses' },
    });
    expect((await beginReplays(apiOf([]), calls)).failure).toBeNull();
    await expect(beginReplays(apiOf(['ep_1', 'ep_2']), calls)).rejects.toThrow('ep_1 refuses');
  });
});

describe('the estimate of a resend', () => {
  it('the estimate adds up messages, and takes as long as the slowest endpoint', () => {
    const waiting = count('waiting', { a: estimate(10, 3), b: estimate(5, 8), c: estimate(0, 99) });
    expect(sumOfCounts([waiting])).toEqual({
      ...{ messages: 15, contentRemoved: 3, alreadyWaiting: 6, seconds: 8, rateLimit: 50, isPaused: false },
    });
  });

  it("the estimate counts an endpoint's existing queue once, however many states are chosen", () => {
    // 500 are due already, 10 s; then 1,000 and 250 more, 20 s and 5 s.
    const both = [count('waiting', { a: estimate(1000, 30) }), count('given-up', { a: estimate(250, 15) })];
    expect(sumOfCounts(both)).toMatchObject({ messages: 1250, seconds: 35 });
  });

  it('the estimate leaves out disabled endpoints and says that paused ones wait', () => {
    const held = count('waiting', {
      a: estimate(10, null, { held: 'disabled' }),
      b: estimate(5, null, { held: 'paused' }),
    });
    expect(sumOfCounts([held])).toMatchObject({ messages: 5, seconds: null, isPaused: true });
    expect(byEndpoint([held]).map((sum) => sum.held)).toEqual(['disabled', 'paused']);
  });

  it('the estimate has no time if one endpoint has no limit, and zero if nothing is sent', () => {
    const none = { rateLimit: null };
    expect(sumOfCounts([count('waiting', { a: estimate(1, null, none), b: estimate(5, 8) })])).toMatchObject({
      seconds: null,
      rateLimit: null,
    });
    expect(sumOfCounts([count('waiting', { a: estimate(0, null) })]).seconds).toBe(0);
  });

  it.each([
    [0, 'under a second'],
    [6, 'about 6 s'],
    [170, 'about 3 min'],
    [7200, 'about 2 h'],
  ])('an estimate of %i seconds reads %s', (seconds, label) => {
    expect(aboutHowLong(seconds)).toBe(label);
  });
});

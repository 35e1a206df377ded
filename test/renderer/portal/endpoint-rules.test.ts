import { describe, expect, it } from 'vitest';
import { activityBars } from '../../../src-renderer/portal/endpoints/activity-bars';
import { emptyDraft, type FormRules, faultsOf } from '../../../src-renderer/portal/endpoints/endpoint-draft';
import { endpointHealth } from '../../../src-renderer/portal/endpoints/endpoint-health';
import { labelsFor } from '../../../src-renderer/portal/labels/labels';
import { ENGLISH } from '../../../src-renderer/portal/language/read-language';
import { listOf, readFilter, writeFilter } from '../../../src-renderer/portal/messages/message-filter';
import { toBody } from '../../../src-renderer/shared/endpoint/endpoint-draft';
import { namesBeside } from '../../../src-renderer/shared/event-types/names-beside';
import type { EndpointStatsOut } from '../../../src-server/contract/endpoint';

const LABELS = labelsFor(ENGLISH, null);
const rules: FormRules = {
  enforceHttps: false,
  requireEndpointFilterTypes: false,
  requireEndpointChannel: false,
  enableChannels: false,
  granted: 250,
  ownNow: null,
};
const draft = { ...emptyDraft(null), url: 'https://a.example/hook' };
const faults = (part: Partial<typeof draft>, more: Partial<FormRules> = {}) =>
  Object.keys(faultsOf({ ...draft, ...part }, { ...rules, ...more }, LABELS));

describe('the endpoint form of the portal', () => {
  it('an endpoint needs only a URL, and has no filter and no rate limit by default', () => {
    expect(faults({})).toEqual([]);
    expect(toBody(draft, [])).toMatchObject({ filterTypes: null, filterGroups: null, rateLimit: null });
  });

  it('a filter of no event types is refused, and never means all', () => {
    expect(faults({ scope: 'some' })).toEqual(['events']);
  });

  it.each([['', 'ftp://a.example', 'a.example/hook']].flat())('the URL "%s" is refused', (url) => {
    expect(faults({ url })).toEqual(['url']);
  });

  it('an http URL is refused if the sender requires https', () => {
    expect(faults({ url: 'http://a.example/' })).toEqual([]);
    expect(faults({ url: 'http://a.example/' }, { enforceHttps: true })).toEqual(['url']);
  });

  it("a rate limit may be up to the account's, or the one the endpoint already has", () => {
    const own = (rateLimit: string, more?: Partial<FormRules>) => faults({ speed: 'own', rateLimit }, more);
    expect([own('250'), own('251'), own('0'), own('1.5'), own('')]).toEqual([
      [],
      ...Array.from({ length: 4 }, () => ['rateLimit']),
    ]);
    expect(own('300', { ownNow: 300 })).toEqual([]);
    expect(own('65535', { granted: null })).toEqual([]);
  });

  it('an empty choice of channels or events is sent as null, never as an empty list', () => {
    for (const channels of ['', ' ', ' , ']) expect(toBody({ ...draft, channels }, []).channels).toBeNull();
    expect(toBody({ ...draft, scope: 'some' }, [])).toMatchObject({ filterTypes: null, filterGroups: null });
  });

  it('channels are read as a comma-separated list and checked, and may be required', () => {
    expect(toBody({ ...draft, channels: ' a, b ,a' }, []).channels).toEqual(['a', 'b']);
    expect(faults({ channels: 'a b' })).toEqual(['channels']);
    expect(faults({}, { requireEndpointChannel: true })).toEqual(['channels']);
  });
});

describe('the health of an endpoint', () => {
  const day = (success: number, fail: number, sending = 0) => ({
    ...{ success, fail, sending, pending: 0, canceled: 0 },
  });

  it.each([
    ['disabled', day(5, 0), 1],
    ['active', day(999, 1), 0.99],
    ['active', day(1, 2), 0.33],
    ['failing', day(0, 0, 4), 0],
    ['idle', day(0, 0), null],
    ['idle', undefined, null],
  ] as const)(
    'an endpoint is shown as %s by its state, whatever share of the messages of the day was delivered',
    (state, stats, ratio) => {
      expect(endpointHealth({ state }, stats)).toMatchObject({ state, ratio });
    },
  );

  it('a share of more messages than could be counted says that there are more', () => {
    const saidOf = (stats: EndpointStatsOut) => {
      const { ratio, tried, isPartial } = endpointHealth({ state: 'active' }, stats);
      return LABELS.endpoints.rate({ ratio: ratio ?? 0, total: tried, partial: isPartial });
    };
    expect(saidOf(day(98_000, 2000))).toBe('98% of 100,000');
    expect(saidOf({ ...day(98_000, 2000), countedSince: '2026-01-02T00:00:00Z' })).toBe('98% of ≥ 100,000');
    expect(LABELS.endpoints.deliveries.retrying({ count: 12, partial: true })).toMatch(
      /^≥ 12 failed and will be retried/,
    );
    expect(LABELS.endpoints.deliveries.waiting({ count: 12, partial: true })).toBe('≥ 12 waiting.');
  });
});

it('the event types of a filter outside its groups are listed', () => {
  expect(namesBeside({ filterTypes: ['a.one', 'b.one', 'plain'], filterGroups: ['a'] })).toEqual([
    'b.one',
    'plain',
  ]);
});

it('the traffic of a day is grouped into half hours, the current one last', () => {
  const now = Date.UTC(2026, 0, 2, 12, 10);
  const minute = (atMs: number, succeeded: number, failed: number) => ({
    ...{ at: atMs / 1000, succeeded, failed, arrivals: 0, sends: 0, queue: 0 },
    ...{ oldestMs: null, delayP50Ms: null, delayP95Ms: null },
  });
  const bars = activityBars(
    [
      minute(now, 1, 0),
      minute(now - 60_000, 2, 1),
      minute(now - 1_800_000, 0, 4),
      minute(now - 90_000_000, 9, 9),
    ],
    now,
  );
  expect(bars).toHaveLength(48);
  expect(bars.slice(-2).map(({ arrived, failed }) => [arrived, failed])).toEqual([
    [0, 4],
    [3, 1],
  ]);
  expect(bars.reduce((sum, bar) => sum + bar.arrived, 0)).toBe(3);
});

describe('the message filter of the portal', () => {
  it('a message filter survives the URL', () => {
    const filter = { status: '2', type: 'a.b', endpoint: 'ep_1', time: '24h', channel: 'x' };
    expect(readFilter(new URLSearchParams(writeFilter(filter)))).toEqual(filter);
  });

  it('unknown values of a message filter and a status without an endpoint are left out', () => {
    expect(writeFilter(readFilter(new URLSearchParams('status=2&time=9y&x=1')))).toEqual({});
  });

  it('a message filter by time gives the same query within a minute', () => {
    const filter = readFilter(new URLSearchParams('time=1h'));
    expect(listOf('app_1', filter, 60_000_000)).toEqual(listOf('app_1', filter, 60_059_999));
  });
});

it('the activity of the day counts attempts that arrived and failed', () => {
  expect(LABELS.endpoints.activity.sentence({ arrived: 2, failed: 1 })).toBe(
    '2 attempts succeeded, 1 failed.',
  );
});

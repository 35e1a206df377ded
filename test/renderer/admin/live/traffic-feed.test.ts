import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ReadHistory, TrafficFeed } from '../../../../src-renderer/admin/platform/live/traffic-feed';

const START_S = 1_700_000_000;
const feeds: TrafficFeed[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: START_S * 1000 });
  const page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
});
afterEach(() => {
  for (const feed of feeds.splice(0)) feed.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const view = (endpointId: string) =>
  ({
    endpointId,
    appId: 'app_1',
    state: 'active',
    reason: '',
    rateLimit: 10,
    queue: 0,
    later: 0,
    inFlight: 0,
    oldestMs: null,
    arrivalsPerS: 0,
    sendsPerS: 0,
    successRatio: 1,
    buckets: [],
  }) as const;

function start(recordedS = START_S - 60) {
  const reads: (number | null)[] = [];
  const read: ReadHistory = async (_appId, endpointId, sinceS) => {
    reads.push(sinceS);
    const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
    return {
      endpointId,
      step: 1,
      since: iso(sinceS ?? Date.now() / 1000 - 300),
      until: new Date().toISOString(),
      recordedSince: iso(recordedS),
      runningSince: new Date(0).toISOString(),
      data: [],
    };
  };
  const feed = new TrafficFeed(read);
  feeds.push(feed);
  feed.start();
  return { feed, reads };
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const known = (feed: TrafficFeed, fromS: number, untilS: number) =>
  feed.ring('ep_1')?.series(fromS, untilS).gaps;

describe('the traffic feed', () => {
  it('the traffic feed reads the recent past once, and leaves a gap before the service began', async () => {
    const { feed, reads } = start();
    feed.opened(['ep_1']);
    feed.receive([view('ep_1')]);
    feed.receive([view('ep_1')]);
    await seconds(5);
    expect(reads).toEqual([null]);
    expect(known(feed, START_S - 100, START_S + 2)).toEqual([{ fromS: START_S - 100, untilS: START_S - 61 }]);
  });

  it('the traffic feed fills in what it missed while its stream was broken, and shows a gap until then', async () => {
    const { feed, reads } = start();
    feed.opened(['ep_1']);
    feed.receive([view('ep_1')]);
    await seconds(5);
    feed.lost();
    await seconds(20);
    expect(known(feed, START_S, START_S + 20)?.[0]?.untilS).toBe(START_S + 20);
    feed.opened(['ep_1']);
    expect(known(feed, START_S, START_S + 20)?.[0]?.untilS).toBe(START_S + 20);
    feed.receive([view('ep_1')]);
    await seconds(3);
    expect(reads).toHaveLength(2);
    expect(reads[1]).toBeGreaterThan(START_S);
    expect(known(feed, START_S, START_S + 24)).toEqual([]);
  });

  it('the traffic feed follows the watched endpoints, at most a hundred, after a pause', async () => {
    const { feed } = start();
    const stop = new AbortController();
    let calls = 0;
    void feed.wantedOther([], stop.signal).then(() => {
      calls += 1;
    });
    const ends = Array.from({ length: 120 }, (_, index) => feed.watch([`ep_${index}`]));
    expect(calls).toBe(0);
    await seconds(1);
    expect(calls).toBe(1);
    expect(feed.wanted()).toHaveLength(100);
    for (const end of ends) end();
    expect(feed.wanted()).toEqual([]);
    stop.abort();
  });

  it('the traffic feed notifies at most ten times a second, and not while the window is hidden', async () => {
    const { feed } = start();
    let drawn = 0;
    feed.subscribe(() => {
      drawn += 1;
    });
    feed.opened(['ep_1']);
    for (let push = 0; push < 100; push += 1) {
      feed.receive([view('ep_1')]);
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(drawn).toBeGreaterThan(3);
    expect(drawn).toBeLessThanOrEqual(11);
    const before = drawn;
    Object.assign(document, { hidden: true });
    feed.receive([view('ep_1')]);
    await seconds(5);
    expect(drawn).toBeLessThanOrEqual(before + 1);
    const hiddenDrawn = drawn;
    Object.assign(document, { hidden: false });
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(200);
    expect(drawn).toBe(hiddenDrawn + 1);
  });

  it('a second without traffic is zero as soon as it has passed, not a gap', async () => {
    const { feed } = start();
    feed.opened(['ep_1']);
    feed.receive([view('ep_1')]);
    await seconds(5);
    for (let step = 0; step < 30; step += 1) {
      await vi.advanceTimersByTimeAsync(100);
      expect(known(feed, START_S, feed.wholeS)).toEqual([]);
    }
  });

  it('the chart begins at the length of the first burst and grows to five minutes', async () => {
    const { feed } = start();
    feed.opened(['ep_1']);
    feed.receive([view('ep_1')]);
    await seconds(20);
    // Since the service runs, up to the last whole second.
    expect(feed.shownS('ep_1')).toBe(79);
    const busy = { arrivals: 5, sends: 5, succeeded: 5, failed: 0, queue: 0, oldestMs: null };
    const at = feed.nowS;
    feed.receive([{ ...view('ep_1'), buckets: [{ at, ...busy, delayP50Ms: 1, delayP95Ms: 1 }] }]);
    await seconds(4);
    expect([feed.shownS('ep_1'), feed.shownS(null)]).toEqual([30, 30]);
    await seconds(96);
    expect(feed.shownS('ep_1')).toBeGreaterThan(95);
    expect(feed.shownS('ep_1')).toBeLessThan(106);
    await seconds(190);
    expect(feed.shownS('ep_1')).toBeGreaterThan(285);
  });

  it('the current rates drop to zero a second after a burst ends', async () => {
    const { feed } = start();
    feed.opened(['ep_1']);
    feed.receive([view('ep_1')]);
    await seconds(5);
    const burst = { arrivals: 100, sends: 10, succeeded: 6, failed: 4, queue: 90, oldestMs: null };
    feed.receive([{ ...view('ep_1'), buckets: [{ at: feed.nowS, ...burst, delayP50Ms: 1, delayP95Ms: 1 }] }]);
    await vi.advanceTimersByTimeAsync(1700);
    expect(feed.now('ep_1')).toMatchObject({ arrivalsPerS: 100, sendsPerS: 10, failedPerS: 4 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(feed.now('ep_1')).toMatchObject({ arrivalsPerS: 0, failedPerS: 0 });
  });
});

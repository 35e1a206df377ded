import { describe, expect, it } from 'vitest';
import { silentPollers } from '../../../src-renderer/admin/data/attention/silent-pollers';
import { silentSentence } from '../../../src-renderer/admin/parts/attention/silent-sentence';
import {
  pollerName,
  pollingGlance,
  pollingState,
  pollUrl,
} from '../../../src-renderer/shared/polling/polling-state';
import type { PollingConsumerOut } from '../../../src-server/contract/polling-endpoint';

const NOW = Date.parse('2026-11-29T14:30:00Z');
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();
const consumer = (more: Partial<PollingConsumerOut>): PollingConsumerOut => ({
  ...{ name: 'billing', createdAt: hoursAgo(50), lastPolledAt: hoursAgo(0) },
  ...{ lag: 0, lagIsMore: false, lagSince: null, ...more },
});

describe('the state of a polling endpoint', () => {
  const ON = { disabled: false };

  it('is idle until something polls it, then active', () => {
    expect(pollingState(ON, [], NOW)).toBe('idle');
    expect(pollingState(ON, [consumer({ lastPolledAt: null })], NOW)).toBe('idle');
    expect(pollingState(ON, [consumer({})], NOW)).toBe('active');
  });

  it('is silent when a consumer has not polled for a day and a message has waited as long', () => {
    const quiet = consumer({ lastPolledAt: hoursAgo(24) });
    expect(pollingState(ON, [quiet], NOW)).toBe('active');
    expect(pollingState(ON, [{ ...quiet, lagSince: hoursAgo(23) }], NOW)).toBe('active');
    const silent = { ...quiet, lagSince: hoursAgo(24) };
    expect(pollingState(ON, [consumer({}), silent], NOW)).toBe('silent');
    expect(pollingState({ disabled: true }, [silent], NOW)).toBe('disabled');
  });
});

it('at a glance, the newest poll and the largest lag of all consumers count', () => {
  const behind = consumer({ name: 'b', lag: 7, lastPolledAt: hoursAgo(2), lagSince: hoursAgo(3) });
  const all = [consumer({ lag: 2, lastPolledAt: hoursAgo(1) }), behind, consumer({ lastPolledAt: null })];
  expect(pollingGlance(all)).toEqual({ count: 3, lastPolledAt: hoursAgo(1), behind });
  expect(pollingGlance([])).toEqual({ count: 0, lastPolledAt: null, behind: null });
});

it('a polling endpoint is called by its uid, else its description, else its id', () => {
  expect(pollerName({ id: 'poll_1', uid: 'night-job', description: 'Nightly' })).toBe('night-job');
  expect(pollerName({ id: 'poll_1', uid: null, description: 'Nightly' })).toBe('Nightly');
  expect(pollerName({ id: 'poll_1', uid: null, description: '' })).toBe('poll_1');
  expect(pollUrl('https://a.test', 'app_1', 'poll_1')).toBe('https://a.test/api/v1/app/app_1/poller/poll_1');
});

it('silent consumers of a polling endpoint are one row, which names the one that has been silent longest', () => {
  const silent = (pollerId: string, name: string, more: object = {}) => ({
    ...{ appId: 'app_1', appName: 'Ada', pollerId, uid: null, description: pollerId, consumer: name },
    ...{ lastPolledAt: hoursAgo(30), lag: 3, lagIsMore: false, lagSince: hoursAgo(28), ...more },
  });
  const rows = silentPollers([
    silent('night', 'billing'),
    silent('laptop', 'me', { lag: 1000, lagIsMore: true }),
    silent('night', 'archive'),
  ]);
  expect(rows.map(({ name, consumers }) => [name, consumers.length])).toEqual([
    ['night', 2],
    ['laptop', 1],
  ]);
  expect(rows.map((row) => silentSentence(row, NOW))).toEqual([
    expect.stringMatching(
      /^Consumer billing silent since .+, as is 1 more consumer\. 3 messages waiting, the oldest since .+\.$/,
    ),
    expect.stringMatching(
      /^Consumer me silent since .+\. More than 1,000 messages waiting, the oldest since .+\.$/,
    ),
  ]);
  expect(silentPollers(undefined)).toEqual([]);
});

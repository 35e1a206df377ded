import { describe, expect, it } from 'vitest';
import { readAttemptFilter } from '../../../src-renderer/admin/data/attempt-log/attempt-filter';
import { planOfAttempts, planOfFailed, planOfFilter } from '../../../src-renderer/admin/data/replay-plan';
import { sumOfEstimates } from '../../../src-renderer/shared/replay/replay-plan';
import { aboutHowLong } from '../../../src-renderer/ui/about-how-long';
import { liveAttempt } from './live-attempt';

const NOW = Date.UTC(2026, 0, 20);
const TARGETS = [{ appId: 'app_1', endpointId: 'ep_1', url: '' }];
const NAMES = ['invoice.paid', 'invoice.voided', 'user.created'];
const plan = (address: string) =>
  planOfFilter(readAttemptFilter(new URLSearchParams(address)), TARGETS, NAMES, NOW);

describe('the replay of what a filter finds', () => {
  it('asks for the same messages, the last 14 days unless the filter names a time', () => {
    expect(plan('status=fail&code=5xx&type=invoice.*')?.body).toEqual({
      since: '2026-01-06T00:00:00.000Z',
      eventTypes: ['invoice.paid', 'invoice.voided'],
      status: 2,
      statusCodeClass: 500,
    });
    expect(plan('since=1h')?.body).toEqual({
      since: '2026-01-19T23:00:00.000Z',
      eventTypes: null,
      status: null,
      statusCodeClass: null,
    });
    expect(plan('until=2026-01-15T00:00:00Z')?.body).toMatchObject({
      since: '2026-01-01T00:00:00.000Z',
      until: '2026-01-15T00:00:00.000Z',
    });
  });

  it('is not offered where the server would find others than the page shows', () => {
    expect(plan('q=paid')).toBeNull();
    expect(plan('type=unknown.*')).toBeNull();
    expect(planOfFilter(readAttemptFilter(new URLSearchParams()), [], NAMES, NOW)).toBeNull();
  });
});

describe('the replay of chosen attempts', () => {
  it('names each message once for each endpoint it was chosen at', () => {
    const chosen = [
      liveAttempt(0, { msgId: 'msg_1', endpointId: 'ep_1' }),
      liveAttempt(1, { msgId: 'msg_1', endpointId: 'ep_1' }),
      liveAttempt(2, { msgId: 'msg_1', endpointId: 'ep_2' }),
      liveAttempt(3, { msgId: 'msg_2', endpointId: 'ep_1' }),
    ];
    expect(planOfAttempts(chosen)).toMatchObject({
      kind: 'bulk-replay',
      body: { since: '1970-01-01T00:00:00.000Z' },
      targets: [
        { endpointId: 'ep_1', messageIds: ['msg_1', 'msg_2'] },
        { endpointId: 'ep_2', messageIds: ['msg_1'] },
      ],
    });
  });
});

describe('the replay of what failed', () => {
  it('takes a chosen span with both its ends', () => {
    const [target] = TARGETS as [(typeof TARGETS)[number]];
    expect(planOfFailed(target, { fromS: 60, untilS: 119 })).toEqual({
      kind: 'recover',
      targets: TARGETS,
      body: { since: '1970-01-01T00:01:00.000Z', until: '1970-01-01T00:02:00.000Z' },
    });
    expect(planOfFailed(target, null).body).not.toHaveProperty('until');
  });
});

const estimate = (messages: number, estimatedSeconds: number | null) => ({
  messages,
  estimatedSeconds,
  skipped: { contentRemoved: 1, alreadyWaiting: 2, changedMeanwhile: 0 },
  waiting: 0,
  rateLimit: 50,
  from: '',
  until: '',
  oldest: messages === 0 ? null : `2026-01-0${messages % 9}T00:00:00.000Z`,
  newest: messages === 0 ? null : `2026-02-0${messages % 9}T00:00:00.000Z`,
});

describe('several estimates', () => {
  it('add up, and take as long as the slowest endpoint that has something to send', () => {
    expect(sumOfEstimates([estimate(10, 3), estimate(5, 8), estimate(0, 99)])).toEqual({
      messages: 15,
      contentRemoved: 3,
      alreadyWaiting: 6,
      oldest: '2026-01-01T00:00:00.000Z',
      newest: '2026-02-05T00:00:00.000Z',
      seconds: 8,
    });
  });

  it('say nothing about time when one endpoint has no limit, and zero when nothing is sent', () => {
    expect(sumOfEstimates([estimate(1, null), estimate(5, 8)]).seconds).toBeNull();
    expect(sumOfEstimates([estimate(0, null)]).seconds).toBe(0);
  });

  it.each([
    [0, 'under a second'],
    [6, 'about 6 s'],
    [170, 'about 3 min'],
    [7200, 'about 2 h'],
  ])('%i seconds are %s', (seconds, label) => {
    expect(aboutHowLong(seconds)).toBe(label);
  });
});

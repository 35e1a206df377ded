import { describe, expect, it } from 'vitest';
import {
  againOfAttempts,
  againOfEndpoint,
  againOfFilter,
} from '../../../src-renderer/admin/data/again-request';
import { readAttemptFilter } from '../../../src-renderer/admin/data/attempt-log/attempt-filter';
import { liveAttempt } from './live-attempt';

const NOW = Date.UTC(2026, 0, 20);
const TARGETS = [{ appId: 'app_1', endpointId: 'ep_1', url: '' }];
const NAMES = ['invoice.paid', 'invoice.voided', 'user.created'];
const request = (address: string) =>
  againOfFilter(readAttemptFilter(new URLSearchParams(address)), TARGETS, NAMES, NOW);

describe('resending what a filter matches', () => {
  it("a resend from the attempt log keeps the filter's time span, event types and status class", () => {
    expect(request('status=fail&code=5xx&type=invoice.*')).toEqual({
      choice: {
        targets: TARGETS,
        since: null,
        until: null,
        filter: { eventTypes: ['invoice.paid', 'invoice.voided'], statusCodeClass: 500 },
        askedAtMs: NOW,
      },
      filterWords: 'invoice.*, with the last response 5xx server error',
    });
    expect(request('since=1h')?.choice).toMatchObject({ since: '2026-01-19T23:00:00.000Z', filter: {} });
    expect(request('until=2026-01-15T00:00:00Z')?.choice.until).toBe('2026-01-15T00:00:00.000Z');
  });

  it('a resend from the attempt log preselects deliveries only when the filter asks for successes', () => {
    expect(request('status=fail')?.preselected).toBeUndefined();
    expect(request('since=1h')?.preselected).toBeUndefined();
    expect(request('status=success')?.preselected).toEqual(['delivered']);
  });

  it('a resend is not offered where the server would match other attempts than the log shows', () => {
    expect(request('q=paid')).toBeNull();
    expect(request('type=unknown.*')).toBeNull();
    expect(againOfFilter(readAttemptFilter(new URLSearchParams()), [], NAMES, NOW)).toBeNull();
  });
});

describe('resending chosen attempts', () => {
  it('resending chosen attempts names each message once per endpoint, whatever its outcome', () => {
    const chosen = [
      liveAttempt(0, { msgId: 'msg_1', endpointId: 'ep_1' }),
      liveAttempt(1, { msgId: 'msg_1', endpointId: 'ep_1' }),
      liveAttempt(2, { msgId: 'msg_1', endpointId: 'ep_2' }),
      liveAttempt(3, { msgId: 'msg_2', endpointId: 'ep_1' }),
    ];
    expect(againOfAttempts(chosen, NOW)).toMatchObject({
      preselected: ['waiting', 'given-up', 'delivered'],
      choice: {
        targets: [
          { endpointId: 'ep_1', messageIds: ['msg_1', 'msg_2'] },
          { endpointId: 'ep_2', messageIds: ['msg_1'] },
        ],
      },
    });
  });
});

describe('resending at an endpoint', () => {
  it('a resend at an endpoint covers the chosen time span, both ends included', () => {
    const [target] = TARGETS as [(typeof TARGETS)[number]];
    expect(againOfEndpoint(target, { fromS: 60, untilS: 119 }, NOW).choice).toMatchObject({
      targets: TARGETS,
      since: '1970-01-01T00:01:00.000Z',
      until: '1970-01-01T00:02:00.000Z',
    });
    expect(againOfEndpoint(target, null, NOW).choice).toMatchObject({ since: null, until: null });
  });
});

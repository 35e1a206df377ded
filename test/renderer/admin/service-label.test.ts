import { describe, expect, it } from 'vitest';
import { serviceLabel } from '../../../src-renderer/admin/app/shell/service-label';
import { ApiFailure } from '../../../src-renderer/api/api-failure';

const health = { data: { status: 'ok', detail: '' } as never, error: null };
const failed = (status: number, code: string) => ({
  data: undefined,
  error: new ApiFailure(status, code, ''),
});

describe('the service in the status bar', () => {
  it('the status bar shows a healthy service, and nothing beside a lost connection or failing endpoints', () => {
    expect(serviceLabel({ lostCode: null, isLost: false, isFailing: false, health })).toBe('Service healthy');
    expect(serviceLabel({ lostCode: null, isLost: true, isFailing: false, health })).toBe('');
    expect(serviceLabel({ lostCode: null, isLost: false, isFailing: true, health })).toBe('');
  });

  it('the status bar shows a fault of the service, whatever else fails', () => {
    const say = (status: number, code: string) =>
      serviceLabel({ lostCode: null, isLost: true, isFailing: true, health: failed(status, code) });
    expect(say(503, 'unavailable')).toBe('Service failing');
    expect(say(502, 'remote_unreachable')).toBe('Service not responding');
    expect(say(502, 'remote_token_refused')).toBe('Token refused');
    expect(serviceLabel({ isLost: true, lostCode: 'remote_token_refused', isFailing: false, health })).toBe(
      'Token refused',
    );
    const degraded = { data: { status: 'degraded', detail: 'disk' } as never, error: null };
    expect(serviceLabel({ lostCode: null, isLost: false, isFailing: true, health: degraded })).toBe(
      'Service degraded: disk',
    );
    const doubted = { data: { status: 'degraded', detail: 'The clock', clock: {} } as never, error: null };
    expect(serviceLabel({ lostCode: null, isLost: false, isFailing: false, health: doubted })).toBe(
      'Clock in doubt',
    );
  });

  it('the status bar shows since when there is no network in the zone of its reader, beside failing endpoints too', () => {
    const since = new Date();
    since.setHours(14, 2, 0, 0);
    if (since.getTime() > Date.now()) since.setDate(since.getDate() - 1);
    const say = (waiting: number) =>
      serviceLabel({
        lostCode: null,
        isLost: false,
        isFailing: true,
        health: {
          data: {
            status: 'degraded',
            detail: '',
            network: { state: 'offline', since: since.toISOString(), waiting },
          },
          error: null,
        },
      });
    expect(say(3_012)).toMatch(
      /^No network since (?:\d+ \w+, )?14:02\. 3,012 deliveries wait; nothing counts against their receivers\.$/,
    );
    expect(say(1)).toMatch(/14:02\. 1 delivery waits; nothing counts against its receiver\.$/);
  });

  it('the status bar shows a check until the service has responded, unless the connection is lost', () => {
    const none = { data: undefined, error: null };
    expect(serviceLabel({ lostCode: null, isLost: false, isFailing: false, health: none })).toBe(
      'Checking the service',
    );
    expect(serviceLabel({ lostCode: null, isLost: true, isFailing: false, health: none })).toBe('');
  });
});

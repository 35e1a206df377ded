import { describe, expect, it } from 'vitest';
import {
  byPagePart,
  byServerPart,
  readAttemptFilter,
  toServerQuery,
} from '../../../src-renderer/admin/data/attempt-log/attempt-filter';
import { liveAttempt } from './live-attempt';

const NOW = Date.UTC(2026, 0, 1, 1);
const filter = (address: string) => readAttemptFilter(new URLSearchParams(address));

describe('the filter of the attempt log', () => {
  it('the attempt filter sends the server what it can filter by, without groups and invalid times', () => {
    expect(toServerQuery(filter('app=app_1&status=fail&code=none&type=invoice.paid&since=15m'), NOW)).toEqual(
      {
        app_id: 'app_1',
        endpoint: null,
        status: 2,
        status_code_class: 0,
        event_types: ['invoice.paid'],
        after: '2026-01-01T00:45:00.000Z',
        before: null,
      },
    );
    expect(toServerQuery(filter('type=invoice.*&since=nonsense'), NOW)).toMatchObject({
      event_types: null,
      after: null,
    });
  });

  it.each([
    ['app=app_1', true],
    ['app=app_2', false],
    ['endpoint=ep_2', false],
    ['status=fail', false],
    ['code=2xx', true],
    ['code=5xx', false],
    ['type=invoice.paid', true],
    ['type=user.created', false],
    ['since=1h', true],
    ['since=15m', false],
    ['since=2026-01-01T00:00:30Z&until=2026-01-01T00:02:00Z', true],
    ['until=2026-01-01T00:00:30Z', false],
  ])('a live attempt passes the filter as it would on the server: %s %s', (address, fits) => {
    expect(byServerPart(filter(address), NOW)(liveAttempt(60))).toBe(fits);
  });

  it('an attempt without a response matches the status "none" and no other', () => {
    const dead = liveAttempt(1, { responseStatusCode: 0 });
    expect(byServerPart(filter('code=none'), NOW)(dead)).toBe(true);
    expect(byServerPart(filter('code=2xx'), NOW)(dead)).toBe(false);
  });

  it.each([
    ['type=invoice.*', true],
    ['type=inv.*', false],
    ['q=PAID+customer', true],
    ['q=200', true],
    ['q=paid+503', false],
    ['q=msg_60', true],
  ])('the attempt log filters by group and search words in the page: %s %s', (address, fits) => {
    expect(byPagePart(filter(address))(liveAttempt(60))).toBe(fits);
  });
});

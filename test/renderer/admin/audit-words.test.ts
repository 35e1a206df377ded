import { expect, test } from 'vitest';
import { actionLabel, changeText, ownChangeText } from '../../../src-renderer/admin/parts/audit/audit-words';

const line = (action: string, before?: object, after?: object) => ({
  ...{ id: 'aud_1', at: '2026-11-26T13:02:00Z', actor: { kind: 'support' as const, name: 'anna' } },
  ...{ from: '::1', action, target: 'ep_1' },
  ...(before && { before: { ...before } }),
  ...(after && { after: { ...after } }),
});

test('a change of the audit is told by its fields, in the words of the forms', () => {
  const text = changeText(
    line(
      'endpoint.updated',
      { rateLimit: 10, disabled: true, filterTypes: ['a', 'b'], channels: null, featureFlags: [] },
      { rateLimit: 25, disabled: false, filterTypes: ['a'], channels: ['c'], featureFlags: null },
    ),
  );
  expect(text).toBe(
    'limit 10 to 25, disabled on to off, event types a, b to a, channels none to c, feature flags none to none',
  );
  const long = { description: 'x'.repeat(61), headers: { a: '***' } };
  expect(changeText(line('endpoint.updated', { description: '', headers: {} }, long))).toBe(
    'description changed, headers changed',
  );
});

test('what was made is told by its name, and a pause by its action alone', () => {
  const made = { url: 'https://a.example/', uid: null, rateLimit: 3 };
  expect(changeText(line('endpoint.created', undefined, made))).toBe('URL https://a.example/');
  expect(changeText(line('endpoint.deleted', { ...made, uid: 'e' }))).toBe('URL https://a.example/, uid e');
  expect(changeText(line('endpoint.paused', { paused: false }, { paused: true }))).toBe('');
  expect(actionLabel('event_type.created')).toBe('Event type created');
});

test('the page of an endpoint does not repeat what it is about', () => {
  const own = (...of: Parameters<typeof line>) => ownChangeText(line(...of));
  expect(own('endpoint.created', undefined, { url: 'https://a.example/' })).toBe('created');
  expect(own('endpoint.paused', { paused: false }, { paused: true })).toBe('paused');
  expect(own('endpoint.rotated', undefined, { secret: 'rotated' })).toBe('secret rotated');
  expect(own('endpoint.updated', { rateLimit: 10 }, { rateLimit: null })).toBe('limit 10 to none');
  expect(own('message.recovered', undefined, { task: 'endpoint.recover' })).toBe('messages recovered');
});

test('a planned release of a flag is called that, and other actions are named by what they did', () => {
  expect(
    ['flag_set.created', 'flag_set.deleted', 'flag_set.run', 'flag_set.restored'].map(actionLabel),
  ).toEqual(['Release planned', 'Release canceled', 'Release done', 'Release undone']);
  expect(changeText(line('flag_set.deleted', { state: 'planned' }, { state: 'cancelled' }))).toBe('');
  expect(actionLabel('portal_link.revoked')).toBe('Portal link revoked');
});

import { describe, expect, it } from 'vitest';
import { destructionOf } from '../../../src-renderer/admin/platform/destructive-call';

const wordsOf = (method: string, path: string, body?: unknown) =>
  destructionOf({ method, path, body: body === undefined ? undefined : JSON.stringify(body) });

describe('what a protected instance asks its name for', () => {
  it('is every deletion, in words that say of what', () => {
    expect(wordsOf('DELETE', '/app/app_1')).toBe('delete an application with its endpoints');
    expect(wordsOf('DELETE', '/app/app_1/endpoint/ep_1')).toBe('delete an endpoint');
    expect(wordsOf('DELETE', '/event-type/invoice.paid?expunge=true')).toBe('delete an event type');
    expect(wordsOf('DELETE', '/something/of/tomorrow')).toBe('delete something');
  });

  it('is what hides, stops or replaces, and what sends many messages once more', () => {
    expect(wordsOf('PATCH', '/event-type/invoice.paid', { archived: true })).toBe('archive an event type');
    expect(wordsOf('PATCH', '/app/a/endpoint/e', { disabled: true })).toBe('disable an endpoint');
    expect(wordsOf('POST', '/event-type-bulk', { eventTypes: [] })).toMatch(/many/);
    expect(wordsOf('POST', '/data/restore', { backup: 'x' })).toMatch(/replace/);
    expect(wordsOf('POST', '/app/a/endpoint/e/recover', { since: 'x' })).toMatch(/many messages/);
  });

  it('is nothing that adds, that can be taken back, or that is only a rehearsal', () => {
    expect(wordsOf('POST', '/app', { name: 'Acme' })).toBeNull();
    expect(wordsOf('PATCH', '/event-type/invoice.paid', { archived: false })).toBeNull();
    expect(wordsOf('PATCH', '/app/a/endpoint/e', { url: 'https://a.test', disabled: false })).toBeNull();
    expect(wordsOf('POST', '/app/a/msg', { payload: { disabled: true } })).toBeNull();
    expect(wordsOf('POST', '/event-type/import/plan', { specRaw: '' })).toBeNull();
    expect(wordsOf('POST', '/app/a/endpoint/e/recover', { since: 'x', dryRun: true })).toBeNull();
    expect(wordsOf('DELETE', '/data/restore')).toBeNull();
  });
});

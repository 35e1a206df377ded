import { describe, expect, it } from 'vitest';
import { destructionOf } from '../../../src-renderer/admin/platform/destructive-call';
import type { OperationName } from '../../../src-server/contract/operations/api-operations';
import { rows } from '../../support/described-api';

const wordsOf = (name: OperationName, body?: unknown) =>
  destructionOf({ name, body: body === undefined ? undefined : JSON.stringify(body) });

describe('the confirmation of a protected instance', () => {
  it('a protected instance asks before every deletion, naming what is deleted', () => {
    expect(wordsOf('DELETE /app/{app}')).toBe('delete an application with its endpoints');
    expect(wordsOf('DELETE /app/{app}/endpoint/{endpoint}')).toBe('delete an endpoint');
    expect(wordsOf('DELETE /event-type/{name}')).toBe('delete an event type');
    const silent = rows
      .filter(({ method }) => method === 'DELETE')
      .map(({ method, path }) => `${method} ${path}` as OperationName)
      .filter((name) => wordsOf(name) === null);
    expect(silent).toEqual([
      // Ends what a preview showed; nothing of it was stored.
      'DELETE /portal-preview-drafts/{draft}',
      // Cancels a restore that has not happened yet.
      'DELETE /data/restore',
      // Changes the working copy here, and can be undone; the sync asks.
      'DELETE /connections/{id}/working-copy/event-types/{name}',
      'DELETE /connections/{id}/working-copy/changes/{name}',
    ]);
  });

  it('a protected instance asks before archiving, disabling, restoring and bulk resends', () => {
    expect(wordsOf('PATCH /event-type/{name}', { archived: true })).toBe('archive an event type');
    expect(wordsOf('PATCH /app/{app}/endpoint/{endpoint}', { disabled: true })).toBe('disable an endpoint');
    expect(wordsOf('POST /event-type-bulk', { eventTypes: [] })).toMatch(/many/);
    expect(wordsOf('POST /data/restore', { backup: 'x' })).toMatch(/replace/);
    expect(wordsOf('POST /app/{app}/endpoint/{endpoint}/recover', { since: 'x' })).toMatch(/many messages/);
  });

  it('a protected instance does not ask before additions, reversible changes and dry runs', () => {
    expect(wordsOf('POST /app', { name: 'Acme' })).toBeNull();
    expect(wordsOf('PATCH /event-type/{name}', { archived: false })).toBeNull();
    const kept = { url: 'https://a.test', disabled: false };
    expect(wordsOf('PATCH /app/{app}/endpoint/{endpoint}', kept)).toBeNull();
    expect(wordsOf('POST /app/{app}/msg', { payload: { disabled: true } })).toBeNull();
    expect(wordsOf('POST /event-type/import/plan', { specRaw: '' })).toBeNull();
    expect(wordsOf('POST /app/{app}/endpoint/{endpoint}/recover', { since: 'x', dryRun: true })).toBeNull();
    expect(wordsOf('DELETE /data/restore')).toBeNull();
  });
});

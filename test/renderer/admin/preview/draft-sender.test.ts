import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftEntries } from '../../../../src-renderer/admin/features/preview/draft/draft-entries';
import { DraftSender } from '../../../../src-renderer/admin/features/preview/draft/draft-sender';
import { ApiFailure } from '../../../../src-renderer/api/api-failure';
import type { ValidationItem } from '../../../../src-server/contract/error';

/** A server with drafts, whose answers wait until `answer` is called. */
function scriptedServer() {
  const calls: string[] = [];
  const waiting: { resolve: (text: string) => void; reject: (cause: ApiFailure) => void }[] = [];
  let made = 0;
  const api = {
    callText: (name: string, { path, bodyText }: { path?: { draft: string }; bodyText: string }) => {
      calls.push(
        `${name.replace('/portal-preview-drafts', '').replace('{draft}', path?.draft ?? '')} ${bodyText}`,
      );
      return new Promise((resolve, reject) =>
        waiting.push({ resolve: (text) => resolve({ text, tag: null }), reject }),
      );
    },
    callAtLeave: (_name: string, { path }: { path: { draft: string } }) =>
      void calls.push(`DELETE /${path.draft}`),
  };
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    api: api as never,
    calls,
    async respond() {
      made += 1;
      waiting.shift()?.resolve(JSON.stringify({ id: `draft_${made}` }));
      await settle();
    },
    async refuse(status: number, items: readonly ValidationItem[] = []) {
      waiting.shift()?.reject(new ApiFailure(status, 'refused', 'Refused.', items));
      await settle();
    },
  };
}

const entry = (name: string, value = 1) => ({ name, text: `{"name":"${name}","v":${value}}` });
const REST_MS = 300;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a preview draft on the server', () => {
  it('a preview draft is created with the first change, replaced shortly after later ones, and removed at the end', async () => {
    const { api, calls, respond } = scriptedServer();
    const sender = new DraftSender({ api, connectionId: null, at: null });
    sender.want([entry('a')]);
    expect(calls).toEqual(['POST  {"connectionId":null,"eventTypes":[{"name":"a","v":1}]}']);
    expect(sender.state().id).toBeNull();
    await respond();
    expect(sender.state()).toMatchObject({ id: 'draft_1', revision: 1, failure: null });
    sender.want([entry('a', 2)]);
    await vi.advanceTimersByTimeAsync(REST_MS - 1);
    sender.want([entry('a', 3)]);
    await vi.advanceTimersByTimeAsync(REST_MS - 1);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls[1]).toBe('PUT /draft_1 {"eventTypes":[{"name":"a","v":3}]}');
    await respond();
    expect(sender.state()).toMatchObject({ id: 'draft_1', revision: 2 });
    sender.close();
    expect(calls[2]).toBe('DELETE /draft_1');
  });

  it('a preview draft at a time says so as it is created', async () => {
    const { api, calls, respond } = scriptedServer();
    const sender = new DraftSender({ api, connectionId: null, at: '2026-12-01T09:00:00.000Z' });
    sender.want([]);
    await respond();
    expect(calls).toEqual(['POST  {"connectionId":null,"at":"2026-12-01T09:00:00.000Z","eventTypes":[]}']);
    sender.close();
  });

  it('a preview draft is sent in one request at a time, the newest last', async () => {
    const { api, calls, respond } = scriptedServer();
    const sender = new DraftSender({ api, connectionId: 'con_1', at: null });
    sender.want([]);
    sender.want([entry('a', 1)]);
    sender.want([entry('a', 2)]);
    expect(calls).toEqual(['POST  {"connectionId":"con_1","eventTypes":[]}']);
    await respond();
    expect(calls.slice(1)).toEqual(['PUT /draft_1 {"eventTypes":[{"name":"a","v":2}]}']);
    await respond();
    expect(calls).toHaveLength(2);
  });

  it('a preview draft is not sent again for a change that was reverted', async () => {
    const { api, calls, respond } = scriptedServer();
    const sender = new DraftSender({ api, connectionId: null, at: null });
    sender.want([entry('a')]);
    await respond();
    sender.want([entry('b')]);
    sender.want([entry('a')]);
    await vi.advanceTimersByTimeAsync(10 * REST_MS);
    expect(calls).toHaveLength(1);
  });

  it('a preview draft is sent without the entries the server refuses, and reports them with the reason', async () => {
    const { api, calls, respond, refuse } = scriptedServer();
    const sender = new DraftSender({ api, connectionId: null, at: null });
    sender.want([entry('a'), entry('b'), entry('c')]);
    const loc = ['body', 'eventTypes', '[1]', 'schema'];
    await refuse(422, [{ loc, msg: 'b: This is no type.', type: 'value_error' }]);
    expect(calls[1]).toBe('POST  {"connectionId":null,"eventTypes":[{"name":"a","v":1},{"name":"c","v":1}]}');
    await respond();
    expect(sender.state().refused).toEqual([{ name: 'b', reason: 'This is no type.' }]);
    sender.want([entry('b', 2)]);
    await vi.advanceTimersByTimeAsync(REST_MS);
    await respond();
    expect(sender.state().refused).toEqual([]);
  });

  it('a preview draft that the server no longer has is created again, once for all frames', async () => {
    const { api, calls, respond, refuse } = scriptedServer();
    const sender = new DraftSender({ api, connectionId: null, at: null });
    sender.want([entry('a')]);
    await respond();
    sender.want([entry('b')]);
    await vi.advanceTimersByTimeAsync(REST_MS);
    await refuse(404);
    expect(calls[2]).toMatch(/^POST {2}/);
    await respond();
    expect(sender.state().id).toBe('draft_2');
    sender.gone('draft_1');
    expect(calls).toHaveLength(3);
    sender.gone('draft_2');
    sender.gone('draft_2');
    expect(sender.state().id).toBeNull();
    await respond();
    expect(calls).toHaveLength(4);
    expect(sender.state().id).toBe('draft_3');
  });

  it('a failed preview draft shows its error until it is retried, and is not retried by itself', async () => {
    const { api, calls, respond, refuse } = scriptedServer();
    const sender = new DraftSender({ api, connectionId: null, at: null });
    sender.want([entry('a')]);
    await refuse(413);
    expect(sender.state()).toMatchObject({ id: null, failure: { status: 413 } });
    await vi.advanceTimersByTimeAsync(10 * REST_MS);
    expect(calls).toHaveLength(1);
    sender.retry();
    expect(sender.state().failure).toBeNull();
    await respond();
    expect(sender.state().id).toBe('draft_1');
  });

  it('a preview draft created after its frames closed is removed, and created again when they reopen', async () => {
    const { api, calls, respond } = scriptedServer();
    const sender = new DraftSender({ api, connectionId: null, at: null });
    sender.want([entry('a')]);
    sender.close();
    await respond();
    expect(calls.at(-1)).toBe('DELETE /draft_1');
    sender.open();
    sender.want([entry('a')]);
    expect(calls.at(-1)).toMatch(/^POST {2}/);
  });
});

describe('the entries of a preview draft', () => {
  it('the entries of a draft join flags and unsaved schemas by name, each schema as entered', () => {
    const schemas = new Map([
      ['b', '{ "multipleOf": 1.0 }'],
      ['c', 'true'],
    ]);
    expect(draftEntries({ b: ['x'], a: [] }, schemas)).toEqual({
      entries: [
        { name: 'a', text: '{"name":"a","featureFlags":[]}' },
        { name: 'b', text: '{"name":"b","featureFlags":["x"],"schema":{ "multipleOf": 1.0 }}' },
        { name: 'c', text: '{"name":"c","schema":true}' },
      ],
      leftOut: [],
    });
  });

  it('an incomplete schema is left out of a draft, and the flags of its event type stay', () => {
    expect(draftEntries({ a: ['x'] }, new Map([['a', '{"type":']]))).toEqual({
      entries: [{ name: 'a', text: '{"name":"a","featureFlags":["x"]}' }],
      leftOut: [{ name: 'a', reason: 'it is not JSON' }],
    });
  });
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { guardedApi } from '../../../src-renderer/admin/platform/guarded-api';
import { limitedKindQuery } from '../../../src-renderer/admin/platform/limited-kind';
import type { ApiFailure } from '../../../src-renderer/api/api-failure';

afterEach(() => vi.unstubAllGlobals());

/** A server that knows the kind of the token and refuses everything else. */
function refusing(kind: string): string[] {
  const paths: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.slice(url.indexOf('/api/v1') + '/api/v1'.length);
    paths.push(path);
    return path === '/auth/whoami'
      ? Response.json({ kind })
      : Response.json({ code: 'insufficient access', detail: 'No.' }, { status: 403 });
  });
  return paths;
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ status, code, detail }: ApiFailure) => ({ status, code, detail }),
  );
const REFUSED = {
  status: 403,
  code: 'token_kind',
  detail: 'A support token may not read this. It takes a full token.',
};

test('what the kind of the token may not call is not sent to the server of the page, and fails with the reason', async () => {
  const paths = refusing('support');
  const api = guardedApi({ id: 'local', client: new QueryClient(), token: 'secret' });
  expect(await Promise.all([1, 2].map(() => failureOf(api.call('GET /auth/token'))))).toEqual([
    REFUSED,
    REFUSED,
  ]);
  expect(paths).toEqual(['/auth/whoami']);
});

test('what every kind may call does not wait until the kind of the token is known', async () => {
  const paths = refusing('support');
  const api = guardedApi({ id: 'local', client: new QueryClient(), token: 'secret' });
  expect(await failureOf(api.call('GET /event-type'))).toMatchObject({ code: 'insufficient access' });
  expect(paths[0]).toBe('/event-type');
});

test('another instance is not asked for the kind of its token before it has refused something', async () => {
  const paths = refusing('support');
  const client = new QueryClient();
  const api = guardedApi({ id: 'con_1', client, token: null });
  expect(await failureOf(api.call('GET /auth/token'))).toEqual(REFUSED);
  expect(await failureOf(api.call('GET /auth/token'))).toEqual(REFUSED);
  expect(paths).toEqual(['/auth/token', '/auth/whoami']);
  // Somebody else has logged in since.
  await client.invalidateQueries({ queryKey: limitedKindQuery('con_1', api).queryKey, refetchType: 'none' });
  await failureOf(api.call('GET /auth/token'));
  expect(paths).toEqual(['/auth/token', '/auth/whoami', '/auth/token', '/auth/whoami']);
});

test('a full token is refused nothing by the page, and keeps the reason of the server', async () => {
  refusing('full');
  const api = guardedApi({ id: 'local', client: new QueryClient(), token: 'secret' });
  expect(await failureOf(api.call('GET /auth/token'))).toMatchObject({
    code: 'insufficient access',
    detail: 'No.',
  });
});

test('where a connection leads to a folder, no instance is asked anything, and the reason says so', async () => {
  const paths = refusing('admin');
  const api = guardedApi({ id: 'con_1', client: new QueryClient(), isFolder: true, token: 'secret' });
  const calls = [api.call('GET /health'), api.call('GET /app'), api.call('GET /auth/whoami')];
  expect(await Promise.all(calls.map(failureOf))).toEqual(
    Array(3).fill({
      status: 403,
      code: 'token_kind',
      detail: 'A folder has event types and sets of feature flags, and nothing else of an instance.',
    }),
  );
  expect(paths).toEqual([]);
});

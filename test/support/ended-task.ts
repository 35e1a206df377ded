import type { TestServer } from './start-test-server';
import { until } from './until';

/**
 * A background task of a server, once it has ended.
 * @param options where the caller reads its tasks, and the token of another caller than the admin
 */
export async function endedTask(
  server: Pick<TestServer, 'call'>,
  id: string,
  { path = '/background-task', token }: { readonly path?: string; readonly token?: string } = {},
) {
  const look = async () =>
    (await server.call('GET', `${path}/${id}`, undefined, token ? { token } : {})).json;
  return until(look, ({ status }) => status !== 'running');
}

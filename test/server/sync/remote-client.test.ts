import { expect, onTestFinished, test } from 'vitest';
import { createRemoteClient } from '../../../src-server/sync/remote-client';
import { startRawReceiver } from '../../support/raw-receiver';
import { startedHere } from '../../support/started';

/** What a removal gets from an instance that answers with these bytes. */
async function removedAt(bytes: string) {
  const remote = await startedHere(startRawReceiver((_, socket) => socket.write(bytes)));
  const client = createRemoteClient();
  onTestFinished(() => client.close());
  const target = {
    ...{ baseUrl: remote.baseUrl, token: 'remote-token', installation: null },
    gone: new AbortController().signal,
  };
  return client.send(target, { method: 'DELETE', path: '/event-type/a.b' });
}

test('a 204 that announces a body is a complete response', async () => {
  expect(await removedAt('HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\n')).toEqual({
    status: 204,
    etag: null,
    text: '',
  });
});

test('an instance that does not speak HTTP is called that', async () => {
  expect(await removedAt('SSH-2.0-OpenSSH_9.6\r\n')).toEqual({
    code: 'remote_unreachable',
    detail: expect.stringContaining('does not speak HTTP. Check the port'),
  });
});

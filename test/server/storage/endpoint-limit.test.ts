import { expect, test } from 'vitest';
import { createApplicationStore } from '../../../src-server/storage/application-store';
import { PLAIN_ENDPOINT } from '../../../src-server/storage/endpoint-record';
import { createEndpointStore, TooManyEndpoints } from '../../../src-server/storage/endpoint-store';
import { describePostgres } from '../../support/engines';
import { PLAIN_APPLICATION } from '../../support/plain-application';
import { createPostgres } from '../../support/postgres-for-tests';
import { startedForEach } from '../../support/started';

const ENDPOINT = { ...PLAIN_ENDPOINT, url: 'http://127.0.0.1:1/', secret: 'whsec_x' };

describePostgres('endpoints added on several nodes of one database', () => {
  const created = startedForEach(createPostgres);
  const db = startedForEach(() => created.open());
  const other = startedForEach(() => created.open());

  test('an application has no more than allowed, however many are added at once', async () => {
    await createApplicationStore(db).insert('app_1', PLAIN_APPLICATION, 1);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        createEndpointStore(n % 2 === 0 ? db : other).insert(`ep_${n}`, 'app_1', ENDPOINT, 1, 3),
      ),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(17);
    for (const result of refused) expect(result).toMatchObject({ reason: expect.any(TooManyEndpoints) });
    expect(await db.all('SELECT id FROM endpoint')).toHaveLength(3);
  });
});

import { expect, test } from 'vitest';
import { advertisedAddress } from '../../../src-server/cluster/node/advertised-address';

test.each([
  [null, 'http://127.0.0.1:8071', 'http://127.0.0.1:8071'],
  [null, 'http://10.0.0.7:8071', 'http://10.0.0.7:8071'],
  [null, 'http://0.0.0.0:8071', 'http://node1:8071'],
  [null, 'http://[::]:8071', 'http://node1:8071'],
  ['http://proxy.internal', 'http://0.0.0.0:8071', 'http://proxy.internal'],
])('given %s and listening at %s, a node is reached at %s', (given, listens, wanted) => {
  expect(advertisedAddress(given, listens, 'node1')).toBe(wanted);
});

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from '../../src-main/free-port';

it('takes the preferred port when it is free, and any other when it is not', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(freePort(port)).resolves.toBe(0);
  other.close();
  await once(other, 'close');
  await expect(freePort(port)).resolves.toBe(port);
});

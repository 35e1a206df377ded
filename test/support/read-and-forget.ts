import { request } from 'node:http';
import type { TestServer } from './start-test-server';

/** Reads a response as an admin without keeping it; returns its status and its size in bytes. */
export function readAndForget(
  { baseUrl, adminToken }: Pick<TestServer, 'baseUrl' | 'adminToken'>,
  path: string,
  method = 'GET',
): Promise<readonly [status: number, bytes: number]> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
    const sent = request(baseUrl + path, { method, headers }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      response.on('end', () => resolve([response.statusCode ?? 0, bytes]));
    });
    sent.on('error', reject).end();
  });
}

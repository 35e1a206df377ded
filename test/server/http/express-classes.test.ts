import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { expressClasses } from '../../../src-server/http/pipeline/express-classes';

test('a request and its response are created with the prototypes of their application, and Express finds all it needs', async () => {
  const app = express();
  app.use((request, response) => {
    response.json({ agent: request.get('x-agent'), path: request.path, mounted: request.app === app });
  });
  const created: object[] = [];
  const server = createServer(expressClasses(app), (request: IncomingMessage, response: ServerResponse) => {
    created.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
    app(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/here`, { headers: { 'x-agent': 'me' } });
    expect(await response.json()).toEqual({ agent: 'me', path: '/here', mounted: true });
    expect(created).toEqual([app.request, app.response]);
    expect(created[0]).toBe(app.request);
    expect(created[1]).toBe(app.response);
  } finally {
    server.close();
  }
});

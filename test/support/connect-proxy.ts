import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type ProxyForTests, ProxyRecord, type ProxyScript } from './proxy-record';

/** An HTTP proxy on a free port of 127.0.0.1 that takes CONNECT alone. */
export async function startConnectProxy(script: ProxyScript): Promise<ProxyForTests> {
  const record = new ProxyRecord(script);
  const server = createServer((_request, response) => {
    record.strayed += 1; // something other than CONNECT
    response.writeHead(405).end();
  });
  server.on('connection', (socket) => record.watch(socket));
  server.on('connect', (request, socket: Socket, head: Buffer) => {
    const basic = /^Basic (.*)$/.exec(request.headers['proxy-authorization'] ?? '')?.[1] ?? '';
    const credentials = Buffer.from(basic, 'base64').toString('utf8');
    const verdict = record.judge(request.url ?? '', credentials);
    if (verdict === 'mute') return void socket.resume().on('end', () => socket.end());
    if (verdict === 'wrong-credentials')
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    if (verdict === 'refused') return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    if (verdict === 'unreachable') return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const onward = connect(verdict.port, '127.0.0.1', () => {
      record.opened(onward);
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    record.watch(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return record.toProxy(`http://127.0.0.1:${port}`, server);
}

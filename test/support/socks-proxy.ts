import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type ProxyForTests, ProxyRecord, type ProxyScript } from './proxy-record';

const CODES = { refused: 2, unreachable: 5 } as const;

/** A SOCKS5 proxy on a free port of 127.0.0.1, with user and password if the script wants them. */
export async function startSocksProxy(script: ProxyScript): Promise<ProxyForTests> {
  const record = new ProxyRecord(script);
  const server = createServer((socket) => {
    record.watch(socket);
    serve(socket, record).catch(() => socket.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return record.toProxy(`socks5://127.0.0.1:${port}`, server);
}

async function serve(socket: Socket, record: ProxyRecord): Promise<void> {
  const [version, count = 0] = await read(socket, 2);
  const methods = [...(await read(socket, count))];
  if (version !== 5) {
    record.strayed += 1;
    return void socket.end();
  }
  let credentials = '';
  if (record.wantsCredentials) {
    if (!methods.includes(2)) return void socket.end(Buffer.from([5, 0xff]));
    socket.write(Buffer.from([5, 2]));
    const [, userLength = 0] = await read(socket, 2);
    const user = await read(socket, userLength);
    const [passwordLength = 0] = await read(socket, 1);
    credentials = `${user}:${passwordLength > 0 ? await read(socket, passwordLength) : ''}`;
    if (!record.accepts(credentials)) return void socket.end(Buffer.from([1, 1]));
    socket.write(Buffer.from([1, 0]));
  } else socket.write(Buffer.from([5, 0]));
  const [, , , type] = await read(socket, 4);
  const host = await readHost(socket, type);
  const verdict = record.judge(`${host}:${(await read(socket, 2)).readUInt16BE()}`, credentials);
  if (verdict === 'mute' || verdict === 'wrong-credentials') return;
  const reply = (code: number) => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);
  if (typeof verdict === 'string') return void socket.end(reply(CODES[verdict]));
  const onward = connect(verdict.port, '127.0.0.1', () => {
    record.opened(onward);
    socket.write(reply(0));
    socket.pipe(onward).pipe(socket);
  });
  record.watch(onward);
}

/** As an address is written in a URL, without brackets; a name unchanged. */
async function readHost(socket: Socket, type: number | undefined): Promise<string> {
  if (type === 1) return [...(await read(socket, 4))].join('.');
  if (type === 4) {
    const bytes = await read(socket, 16);
    const groups = Array.from({ length: 8 }, (_, n) => bytes.readUInt16BE(2 * n).toString(16));
    return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
  }
  const [length = 0] = await read(socket, 1);
  return (await read(socket, length)).toString('latin1');
}

async function read(socket: Socket, length: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = socket.read(length);
    if (bytes?.length === length) return bytes;
    await once(socket, 'readable');
    if (socket.readableEnded) throw new Error('ended');
  }
}

import { once } from 'node:events';
import { connect, isIPv4, isIPv6, type Socket } from 'node:net';
import {
  brokenProxy,
  ProxyFailure,
  type ProxyTrouble,
  refusedByProxy,
  Silence,
  UnreachableBehindProxy,
  wrongCredentials,
} from './proxy-failure';
import type { ProxySetting } from './proxy-setting';
import type { TunnelTarget, TunnelTimeout } from './tunnel-target';

const VERSION = 5;
const NO_CREDENTIALS = 0;
const USER_AND_PASSWORD = 2;
const NOTHING_ACCEPTABLE = 0xff;
const REPLY_REFUSED_BY_TARGET = 5;

/**
 * Opens a connection through a SOCKS5 proxy (RFC 1928, RFC 1929). A name is sent as a name: the proxy looks it up.
 * @throws ProxyFailure
 * @throws UnreachableBehindProxy
 */
export async function openSocksTunnel(
  proxy: ProxySetting,
  target: TunnelTarget,
  { clock, connectTimeoutMs, openTimeoutMs }: TunnelTimeout,
): Promise<Socket> {
  const socket = connect({ host: proxy.host, port: proxy.port, noDelay: true, keepAlive: true });
  const giveUp = () => socket.destroy(new Silence());
  const greeting = clock.setTimer(connectTimeoutMs, giveUp);
  const opening = clock.setTimer(openTimeoutMs, giveUp);
  try {
    await once(socket, 'connect');
    await greet(socket, proxy);
    greeting.cancel();
    await ask(socket, proxy, target);
    return socket;
  } catch (cause) {
    socket.on('error', () => undefined).destroy();
    if (cause instanceof ProxyFailure || cause instanceof UnreachableBehindProxy) throw cause;
    const { code, message } = cause as { readonly code?: string; readonly message: string };
    throw new ProxyFailure(proxy, brokenProxy(code ?? message), cause);
  } finally {
    greeting.cancel();
    opening.cancel();
  }
}

async function greet(socket: Socket, proxy: ProxySetting): Promise<void> {
  const { credentials } = proxy;
  const methods = credentials === null ? [NO_CREDENTIALS] : [NO_CREDENTIALS, USER_AND_PASSWORD];
  socket.write(Buffer.from([VERSION, methods.length, ...methods]));
  const [version, method] = await read(socket, 2);
  const fail = (trouble: ProxyTrouble) => new ProxyFailure(proxy, trouble);
  if (version !== VERSION) throw fail(brokenProxy('no SOCKS5'));
  if (method === NO_CREDENTIALS) return;
  if (method === NOTHING_ACCEPTABLE) throw fail(wrongCredentials('SOCKS5'));
  if (method !== USER_AND_PASSWORD || credentials === null) throw fail(brokenProxy('unknown method'));
  const [user, password] = [Buffer.from(credentials.user), Buffer.from(credentials.password)];
  socket.write(
    Buffer.concat([Buffer.from([1, user.length]), user, Buffer.from([password.length]), password]),
  );
  const [, status] = await read(socket, 2);
  if (status !== 0) throw fail(wrongCredentials('SOCKS5'));
}

async function ask(socket: Socket, proxy: ProxySetting, { host, port }: TunnelTarget): Promise<void> {
  const end = Buffer.alloc(2);
  end.writeUInt16BE(port);
  socket.write(Buffer.concat([Buffer.from([VERSION, 1, 0]), addressOf(host), end]));
  const [, reply = 1, , type] = await read(socket, 4);
  if (reply === REPLY_REFUSED_BY_TARGET) throw new UnreachableBehindProxy();
  if (reply !== 0) throw new ProxyFailure(proxy, refusedByProxy(`SOCKS5 code ${reply}`));
  // The address that the proxy uses, and its port: of no interest, but in the way of the response.
  const length = type === 1 ? 4 : type === 4 ? 16 : ((await read(socket, 1))[0] ?? 0);
  await read(socket, length + 2);
}

function addressOf(host: string): Buffer {
  if (isIPv4(host)) return Buffer.from([1, ...host.split('.').map(Number)]);
  if (isIPv6(host)) return Buffer.concat([Buffer.from([4]), bytesOfIPv6(host)]);
  const name = Buffer.from(host, 'ascii');
  return Buffer.concat([Buffer.from([3, name.length]), name]);
}

/** Of an address as a URL parser writes it: without a zone, and without a part in dotted form. */
function bytesOfIPv6(address: string): Buffer {
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  const bytes = Buffer.alloc(16);
  for (const [at, group] of groups.entries()) bytes.writeUInt16BE(Number.parseInt(group, 16), 2 * at);
  return bytes;
}

/** Exactly so many bytes; what follows them stays unread. @throws when the connection ends before */
async function read(socket: Socket, length: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = socket.read(length);
    if (bytes?.length === length) return bytes;
    if (bytes !== null || socket.destroyed || socket.readableEnded) throw new Error('no valid response');
    await changed(socket);
  }
}

/** Waits for more, or for the end. Leaves no listener behind: the socket will be another's. @throws its error */
async function changed(socket: Socket): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  try {
    await Promise.race(['readable', 'end', 'close'].map((event) => once(socket, event, { signal })));
  } finally {
    over.abort();
  }
}

import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A request as it arrived at a receiver that writes raw bytes. */
export interface RawRequest {
  /** The number of its connection, counted from 1. */
  readonly connection: number;
  /** Its number on that connection, counted from 1. */
  readonly nth: number;
  readonly path: string;
}

export interface RawReceiver {
  /** `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  readonly requests: readonly RawRequest[];
  /** Resolves when this many connections have closed in total, whoever closed them. */
  closed(count: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * A receiver that answers in raw bytes, so that it can answer as no server should.
 * @param respond called for each complete request
 * @param greet called for each new connection
 */
export async function startRawReceiver(
  respond: (request: RawRequest, socket: Socket) => void,
  greet: (socket: Socket) => void = () => undefined,
): Promise<RawReceiver> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const waiting = new Set<{ count: number; resolve: () => void }>();
  let accepted = 0;
  let closed = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    accepted += 1;
    const connection = accepted;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      closed += 1;
      for (const waiter of waiting) if (closed >= waiter.count) waiter.resolve();
    });
    greet(socket);
    let text = '';
    let nth = 0;
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      for (let end = endOfRequest(text); end !== -1; end = endOfRequest(text)) {
        nth += 1;
        const request = { connection, nth, path: text.split(' ', 2)[1] ?? '' };
        text = text.slice(end);
        requests.push(request);
        respond(request, socket);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    closed: (count) =>
      closed >= count ? Promise.resolve() : new Promise((resolve) => waiting.add({ count, resolve })),
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Where the first request ends. -1: it is not complete yet. */
function endOfRequest(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return -1;
  const end = head + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return text.length < end ? -1 : end;
}

/** A response with a body. */
export const rawResponse = (body: string, status = '200 OK', headers = ''): string =>
  `HTTP/1.1 ${status}\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`;

import type { Socket } from 'node:net';
import { InterimResponses, maybeInterim } from './interim-responses';
import type { ReceiverFault } from './receiver-fault';

const LF = 10;
const CR = 13;
const NOTHING = Buffer.alloc(0);
/** How much of a response is kept, to say what is wrong with its head. */
const START_BYTES = 4096;

/**
 * Sits between a socket and undici's parser, and lets through only what answers a request.
 *
 * Promises
 * - Bytes that arrive while no request is pending, or after the end of a response, close the connection before another
 *   request uses it: they could be a response sent in advance for that request. The response before them counts.
 * - Interim (1xx) responses do not reach undici; an invalid one among them ends the exchange with a ReceiverFault.
 *
 * Not promised: detecting bytes that arrive once the next request is written, or just before. Nobody can tell them from
 * its response, and Nagle's algorithm makes them arrive right then: what a receiver sends in advance waits in its kernel
 * for our acknowledgement, which the next request carries. But then the true response arrives unasked, and `onUnasked`
 * says that this receiver should get no kept-alive connections.
 *
 * How: undici takes everything from `socket.read`, in a loop until there is nothing more, so that method is replaced.
 * An ordinary response costs a look at two of its bytes.
 */
export class ResponseGate {
  readonly #socket: Socket;
  readonly #readSocket: (size?: number) => Buffer | null;
  readonly #onUnasked: () => void;
  /** What the other side may send: nothing, interim responses and the start of a response, or the rest of it. */
  #allowed: 'nothing' | 'start' | 'rest' = 'nothing';
  #interim: InterimResponses | null = null;
  /** The last byte of a packet, when the parser might take no notice of it. */
  #held: Buffer | null = null;
  #isShut = false;
  #hasResponse = false;
  #start: Buffer = NOTHING;

  /** @param onUnasked called when unsolicited bytes arrived */
  constructor(socket: Socket, onUnasked: () => void) {
    this.#socket = socket;
    this.#onUnasked = onUnasked;
    this.#readSocket = socket.read.bind(socket);
    socket.read = (size) => this.#read(size);
  }

  /** False once the connection cannot carry another request. */
  get isOpen(): boolean {
    return !this.#isShut && !this.#socket.destroyed;
  }

  /** True once the other side has sent part of a response to the last request. */
  get hasResponse(): boolean {
    return this.#hasResponse;
  }

  /** The first bytes of the response that arrives. */
  get start(): Buffer {
    return this.#start;
  }

  /** A request is being written right now. */
  expect(): void {
    this.#allowed = 'start';
    this.#interim = null;
    this.#hasResponse = false;
  }

  /** The response is complete. */
  complete(): void {
    this.#allowed = 'nothing';
    this.#start = NOTHING;
  }

  #read(size?: number): Buffer | null {
    for (;;) {
      const packet = this.#held ?? this.#readSocket(size);
      if (packet === null || this.#isShut) return null;
      if (this.#allowed === 'nothing') {
        this.#onUnasked();
        return this.#shut();
      }
      this.#hasResponse = true;
      if (packet === this.#held) {
        this.#held = null;
        return packet;
      }
      const part = this.#allowed === 'rest' ? packet : this.#withoutInterim(packet);
      if (part === null) continue;
      this.#keepStart(part);
      return this.#withoutLineEnd(part);
    }
  }

  /** Null: only interim responses so far. */
  #withoutInterim(packet: Buffer): Buffer | null {
    let part: Buffer | null = packet;
    if (this.#interim || maybeInterim(packet)) {
      this.#interim ??= new InterimResponses();
      try {
        part = this.#interim.strip(packet);
      } catch (fault) {
        return this.#shut(fault as ReceiverFault);
      }
    }
    if (part !== null) this.#allowed = 'rest';
    return part;
  }

  #keepStart(part: Buffer): void {
    if (this.#start.length === 0) this.#start = part.subarray(0, START_BYTES);
    else if (this.#start.length < START_BYTES) this.#start = Buffer.concat([this.#start, part]);
  }

  /**
   * The parser silently skips line breaks after a response. So one at the end of a packet is taken separately: if the
   * response is complete before it, it is unsolicited.
   */
  #withoutLineEnd(part: Buffer): Buffer {
    const last = part[part.length - 1];
    if (part.length === 1 || (last !== LF && last !== CR)) return part;
    this.#held = part.subarray(-1);
    return part.subarray(0, -1);
  }

  /** Without a fault, undici sends a request waiting for this connection on another one. */
  #shut(fault?: ReceiverFault): null {
    this.#isShut = true;
    this.#socket.destroy(fault);
    return null;
  }
}

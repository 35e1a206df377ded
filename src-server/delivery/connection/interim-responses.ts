import { ReceiverFault } from './receiver-fault';

/** Most bytes of interim responses to one request. */
export const INTERIM_MAX_BYTES = 64 * 1024;

const INTERIM_START = /^HTTP\/1\.[01] 1\d\d[ \r\n]$/;
/** How an interim response may begin; its length is all that has to be seen of it. */
const EXAMPLE = 'HTTP/1.1 100 ';
const STATUS_AT = 9;
const AFTER_STATUS = 12;
const LF = 10;
const CR = 13;
const DIGIT_ONE = 0x31;

/** False for nearly every packet that begins a response: one byte tells that it is no interim response. */
export function maybeInterim(packet: Buffer): boolean {
  return packet.length < EXAMPLE.length || packet[STATUS_AT] === DIGIT_ONE;
}

/**
 * Strips interim responses (100 Continue, 103 Early Hints) from the start of a response. A receiver may send any number
 * of them unasked, and undici closes the connection at a 100.
 */
export class InterimResponses {
  /** The first bytes of a response, while they do not yet tell what it is. */
  #start: Buffer = Buffer.alloc(0);
  #inHead = false;
  #isLineEmpty = false;
  #skippedBytes = 0;

  /**
   * @returns the start of the final response. Null: it has not begun
   * @throws ReceiverFault for 101, and when there are too many bytes
   */
  strip(packet: Buffer): Buffer | null {
    for (let rest = packet; ; ) {
      if (this.#inHead) {
        const headBytes = this.#skipHead(rest);
        if (headBytes === -1) return null;
        rest = rest.subarray(headBytes);
      }
      const bytes = this.#start.length === 0 ? rest : Buffer.concat([this.#start, rest]);
      const seen = bytes.toString('latin1', 0, EXAMPLE.length);
      if (!INTERIM_START.test(seen + EXAMPLE.slice(seen.length))) return bytes;
      if (seen.length < EXAMPLE.length) {
        this.#start = bytes;
        return null;
      }
      // Nothing here speaks the other protocol, and no response to the request would follow.
      if (seen.startsWith('101', STATUS_AT)) throw new ReceiverFault('ERR_SWITCHED_PROTOCOLS');
      this.#count(AFTER_STATUS);
      rest = bytes.subarray(AFTER_STATUS);
      this.#start = Buffer.alloc(0);
      this.#inHead = true;
      this.#isLineEmpty = false;
    }
  }

  /** How many of these bytes belong to the head. -1: all, and more follow. */
  #skipHead(bytes: Buffer): number {
    for (let at = 0; at < bytes.length; at++) {
      if (bytes[at] === LF) {
        if (this.#isLineEmpty) {
          this.#inHead = false;
          this.#count(at + 1);
          return at + 1;
        }
        this.#isLineEmpty = true;
      } else if (bytes[at] !== CR) this.#isLineEmpty = false;
    }
    this.#count(bytes.length);
    return -1;
  }

  #count(bytes: number): void {
    this.#skippedBytes += bytes;
    if (this.#skippedBytes > INTERIM_MAX_BYTES) throw new ReceiverFault('ERR_INTERIM_OVERFLOW');
  }
}

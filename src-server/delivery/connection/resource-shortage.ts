import { networkInterfaces } from 'node:os';
import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import { errorCode } from './failure-message';

/** What this machine has run out of, by error code, and what helps. */
const SENTENCES: Readonly<Record<string, string>> = {
  EMFILE:
    'This server has reached its limit of open files and connections (EMFILE). Raise the limit, ulimit -n.',
  ENFILE: 'This machine has reached its limit of open files and connections (ENFILE).',
  EBUSY:
    'This server has reached its limit of open files and connections (EBUSY). Raise the limit, ulimit -n.',
  EADDRINUSE: 'This machine has no free port for another connection (EADDRINUSE).',
  EADDRNOTAVAIL: 'This machine has no free port for another connection (EADDRNOTAVAIL).',
  ENOBUFS: 'This machine has no buffer for another connection (ENOBUFS).',
  EAI_MEMORY: 'This machine has no memory to look up a name (EAI_MEMORY).',
  ENOMEM: 'This machine has no memory for another connection (ENOMEM).',
  EAGAIN: 'This machine has no resources for another connection (EAGAIN).',
};

/** How long an endpoint waits before it tries to open a connection again. */
const PAUSE_US = 1_000_000;
/** How long a shortage counts as current after it was last met. */
const SHORT_FOR_US = 30_000_000;

/** The error that a request met. */
interface ConnectError {
  readonly syscall?: unknown;
  readonly address?: unknown;
  /** The errors of the single addresses of a name. */
  readonly errors?: unknown;
}

/**
 * Whether a request failed because this machine lacks something; then its receiver has not.
 * @param error why it was not answered
 * @returns the code. Null: the cause is something else
 */
export function shortageCode(error: unknown): string | null {
  const { syscall, address, errors } = (error ?? {}) as ConnectError;
  if (Array.isArray(errors)) return errors.map(shortageCode).find((code) => code !== null) ?? null;
  const code = errorCode(error);
  if (code === null || !Object.hasOwn(SENTENCES, code)) return null;
  // How the resolver of glibc reports that it could not open its files.
  if (code === 'EBUSY') return syscall === 'getaddrinfo' ? code : null;
  if (code === 'EADDRINUSE') return syscall === 'connect' ? code : null;
  // Also the error for every address of a family that this machine does not speak at all.
  if (code === 'EADDRNOTAVAIL') return hasFamilyOf(String(address)) ? code : null;
  return code;
}

/** What is missing and what helps. @param code as of `shortageCode` */
export function shortageSentence(code: string): string {
  return SENTENCES[code] ?? `This machine lacks something (${code}).`;
}

function hasFamilyOf(address: string): boolean {
  const family = address.includes(':') ? 'IPv6' : 'IPv4';
  return Object.values(networkInterfaces()).some((list) =>
    list?.some((network) => network.family === family),
  );
}

/** Remembers that sends were postponed because this machine lacked something. */
export class ShortageWatch {
  readonly #clock: Clock;
  readonly #log: Log;
  #code: string | null = null;
  #metAtUs = Number.NEGATIVE_INFINITY;
  #putOff = 0;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** How many sends were postponed since the start. */
  get putOff(): number {
    return this.#putOff;
  }

  /** What is missing, as a sentence. Null: nothing. */
  current(): string | null {
    const isOver = this.#clock.monotonicUs() - this.#metAtUs > SHORT_FOR_US;
    return isOver || this.#code === null ? null : shortageSentence(this.#code);
  }

  /**
   * Records that a send has to be postponed.
   * @returns until when, on the monotonic clock
   */
  met(code: string): number {
    // Once per shortage, however many sends it postpones.
    if (this.current() === null)
      this.#log.error({ code }, 'deliveries wait because this machine lacks something');
    this.#code = code;
    this.#metAtUs = this.#clock.monotonicUs();
    this.#putOff += 1;
    return this.#metAtUs + PAUSE_US;
  }
}

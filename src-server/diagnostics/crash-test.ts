import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../base/clock';
import type { CrashTestIn, CrashTestResult } from '../contract/diagnostics';
import type { ArrivalWatch } from './arrivals';
import type { JobKind, JobWork } from './jobs';
import { type ScratchProgram, type ScratchServer, startScratchServer } from './scratch-server';

export const CRASH_TEST = 'diagnostics.crash-test';

interface CrashTestParts {
  readonly clock: Clock;
  /** Null: it cannot be run here. */
  readonly program: ScratchProgram | null;
  /** The receiver of this server, which survives every kill and knows what really arrived. */
  readonly receiver: ArrivalWatch;
  readonly receiverUrl: (bin: string) => string;
}

/** The most messages accepted between two kills. */
const MESSAGES_PER_LIFE = 250;
/** The process is killed somewhere between these numbers of arrivals, at a different point each time. */
const KILL_AFTER = { least: 10, most: 120 } as const;
const SENDERS = 6;
const REQUEST_TIMEOUT_MS = 10_000;
const ARRIVAL_DEADLINE_MS = 60_000;
const LOOK_EVERY_MS = 20;

/**
 * Starts a second server on its own folder, kills it while it accepts and sends, starts it again, and counts at this
 * server's receiver how many accepted messages never arrived. Nothing leaves this computer.
 */
export function createCrashTest(parts: CrashTestParts): JobKind {
  return { name: CRASH_TEST, run: (work) => new CrashRun(parts, work).run() };
}

class CrashRun {
  readonly #parts: CrashTestParts;
  readonly #work: JobWork;
  readonly #accepted = new Set<string>();
  readonly #arrived = new Map<string, number>();
  readonly #restartsMs: number[] = [];
  readonly #adminToken = randomBytes(24).toString('hex');
  #arrivals = 0;
  #kills = 0;

  constructor(parts: CrashTestParts, work: JobWork) {
    this.#parts = parts;
    this.#work = work;
  }

  async run(): Promise<CrashTestResult> {
    const { receiver, program } = this.#parts;
    if (!program) throw new Error('This server cannot start a second one.');
    // Only the route that starts it writes these.
    const { kills } = this.#work.arguments as unknown as CrashTestIn;
    const bin = `crash-${this.#work.taskId}`;
    const stopWatching = receiver.watch(bin, ({ id }) => {
      this.#arrivals += 1;
      this.#arrived.set(id, (this.#arrived.get(id) ?? 0) + 1);
    });
    const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-crash-test-'));
    let server: ScratchServer | null = null;
    try {
      server = await this.#start(program, dataDir);
      const appId = await this.#prepare(server, this.#parts.receiverUrl(bin));
      while (this.#kills < kills) {
        await this.#burst(server, appId);
        server = await this.#start(program, dataDir);
        this.#restartsMs.push(server.startedInMs);
      }
      await this.#allArrived();
      return this.#result();
    } finally {
      await server?.kill();
      stopWatching();
      receiver.clear(bin);
      await rm(dataDir, { recursive: true, force: true });
    }
  }

  #start(program: ScratchProgram, dataDir: string): Promise<ScratchServer> {
    const { clock } = this.#parts;
    const { signal } = this.#work;
    return startScratchServer(program, { dataDir, adminToken: this.#adminToken, clock, signal });
  }

  async #prepare(server: ScratchServer, url: string): Promise<string> {
    const { id } = await this.#call(server, '/app', { name: 'Crash test', rateLimit: 400 });
    await this.#call(server, `/app/${id}/endpoint`, { url });
    return id;
  }

  /** Sends several at once until the process is gone; it is killed somewhere in the middle. */
  async #burst(server: ScratchServer, appId: string): Promise<void> {
    const before = this.#arrivals;
    const { least, most } = KILL_AFTER;
    const killAt = before + least + Math.floor(Math.random() * (most - least));
    let sent = 0;
    let isOver = false;
    const send = async () => {
      while (!isOver && sent < MESSAGES_PER_LIFE) {
        sent += 1;
        try {
          const { id } = await this.#call(server, `/app/${appId}/msg`, {
            eventType: 'proof.message',
            payload: { number: this.#accepted.size + 1 },
          });
          this.#accepted.add(id);
        } catch {
          return; // not answered: nobody was told that it was accepted
        }
      }
    };
    const sending = Promise.all(Array.from({ length: SENDERS }, send));
    const { clock } = this.#parts;
    const deadlineUs = clock.monotonicUs() + ARRIVAL_DEADLINE_MS * 1000;
    while (this.#arrivals < killAt && !this.#work.signal.aborted && clock.monotonicUs() < deadlineUs) {
      await this.#look();
    }
    await server.kill();
    isOver = true;
    this.#kills += 1;
    await sending;
    this.#report();
    this.#work.signal.throwIfAborted();
  }

  async #allArrived(): Promise<void> {
    const { clock } = this.#parts;
    const deadlineUs = clock.monotonicUs() + ARRIVAL_DEADLINE_MS * 1000;
    while (this.#lost() > 0 && !this.#work.signal.aborted && clock.monotonicUs() < deadlineUs) {
      await this.#look();
    }
    this.#work.signal.throwIfAborted();
  }

  async #look(): Promise<void> {
    await this.#parts.clock.sleep(LOOK_EVERY_MS, this.#work.signal);
    this.#report();
  }

  #report(): void {
    this.#work.report({
      kills: this.#kills,
      accepted: this.#accepted.size,
      arrived: this.#accepted.size - this.#lost(),
    });
  }

  #lost(): number {
    let lost = 0;
    for (const id of this.#accepted) if (!this.#arrived.has(id)) lost += 1;
    return lost;
  }

  #result(): CrashTestResult {
    const lost = this.#lost();
    const accepted = this.#accepted.size;
    return {
      kills: this.#kills,
      accepted,
      arrived: accepted - lost,
      lost,
      repeated: this.#arrivals - this.#arrived.size,
      restartsMs: this.#restartsMs,
    };
  }

  async #call(server: ScratchServer, path: string, body: object): Promise<{ id: string }> {
    const response = await fetch(`${server.baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([this.#work.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
    });
    if (!response.ok) throw new Error(`The scratch server responded with ${response.status}.`);
    return (await response.json()) as { id: string };
  }
}

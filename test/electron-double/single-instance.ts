import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, unlinkSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a second instance tells the first one before it ends. */
export interface SecondInstance {
  readonly argv: string[];
  readonly workingDirectory: string;
  readonly additionalData: unknown;
}

/**
 * The lock that one of all processes with the same folder holds, and its messages from the others. Real: a file with the
 * number of the process, which counts for nothing once that has died.
 */
export class SingleInstance {
  readonly #lock: string;
  readonly #messages: string;
  #holds = false;

  constructor(userData: string) {
    this.#lock = join(userData, 'SingletonLock');
    this.#messages = join(userData, 'SingletonMessages');
  }

  /** Takes the lock, or tells its holder about this process. Returns whether it is held. */
  request(message: SecondInstance, onSecond: (second: SecondInstance) => void): boolean {
    if (this.#holds) return true;
    mkdirSync(this.#messages, { recursive: true });
    if (this.#take()) {
      this.#listen(onSecond);
      return true;
    }
    writeFileSync(join(this.#messages, `${randomUUID()}.json`), JSON.stringify(message));
    return false;
  }

  release(): void {
    if (this.#holds) unlinkSync(this.#lock);
    this.#holds = false;
  }

  #take(): boolean {
    try {
      writeFileSync(this.#lock, String(process.pid), { flag: 'wx' });
      this.#holds = true;
      process.once('exit', () => this.release());
      return true;
    } catch {
      if (isAlive(Number(readFileSync(this.#lock, 'utf8')))) return false;
      rmSync(this.#lock, { force: true });
      return this.#take();
    }
  }

  #listen(onSecond: (second: SecondInstance) => void): void {
    const read = () => {
      for (const name of readdirSync(this.#messages)) {
        const file = join(this.#messages, name);
        const message = parsed(readFileSync(file, 'utf8'));
        if (!message) continue; // not all of it is there yet: another event follows
        rmSync(file);
        onSecond(message);
      }
    };
    watch(this.#messages, read).unref();
  }
}

function parsed(text: string): SecondInstance | null {
  try {
    return JSON.parse(text) as SecondInstance;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

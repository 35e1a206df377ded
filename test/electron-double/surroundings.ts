import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chromium } from './chromium';
import { say } from './control';

/** How the spec wants the machine of the program to be. It comes as JSON in the variable ELECTRON_DOUBLE. */
export interface DoubleConfig {
  /** The folder with package.json, as the argument of Electron. */
  readonly appPath: string;
  readonly userData: string;
  /** Stands for what the system keeps for a program: its key ring, what starts at login, who opens which link. */
  readonly system: string;
  /** The system that the program believes to be on. */
  readonly platform?: 'linux' | 'darwin' | 'win32';
  /** A packaged program, with its resources in this folder. */
  readonly resources?: string;
  /** The versions that a program reads in `process.versions`. */
  readonly electronVersion: string;
  /** `basic_text` and `unknown` are systems without a key ring. */
  readonly keyStore?: 'gnome_libsecret' | 'basic_text' | 'unavailable';
  readonly displays?: readonly Electron.Rectangle[];
  /** Delays of timers that are other ones here, in milliseconds: what a person would wait for, and what a test cannot. */
  readonly timers?: Readonly<Record<number, number>>;
  /** What `prepareReplies` prepares by member, for a program that may ask before the spec can answer. */
  readonly replies?: Readonly<Record<string, readonly unknown[]>>;
  /** False: the system shows no notifications. */
  readonly notifications?: boolean;
}

/** See `DoubleConfig`. */
export const CONFIG: DoubleConfig = JSON.parse(process.env.ELECTRON_DOUBLE ?? '{}');

/** Delays of timers that are still to end at once. */
const hurriedMs: number[] = [];

/** Lets a timer with each of these delays end at once, the next ones that the program starts. */
export function hurry(delaysMs: readonly number[]): void {
  hurriedMs.push(...delaysMs);
}

/** How long a timer of the program takes here. */
export function takenMs(delayMs: number): number {
  const at = hurriedMs.indexOf(delayMs);
  if (at < 0) return CONFIG.timers?.[delayMs] ?? delayMs;
  hurriedMs.splice(at, 1);
  return 0;
}

/** A window, as far as its application closes it. */
interface OpenWindow {
  close(): void;
  destroy(): void;
  isDestroyed(): boolean;
}

/** The windows that are open, in the order in which they were opened. */
export const WINDOWS = new Set<OpenWindow>();

let started: Chromium | null = null;

/** The Chromium of this program, started when it is first needed. */
export function chromium(): Chromium {
  if (!started) {
    started = new Chromium(CONFIG.userData);
    started.endpoint.then(
      (endpoint) => say({ kind: 'chromium', endpoint }),
      () => {},
    );
  }
  return started;
}

/** Ends Chromium, if there is one. */
export function endChromium(): void {
  started?.kill();
}

/** What the system remembers for the program from one run to the next. */
export function remembered<T>(name: string, otherwise: T): T {
  try {
    return JSON.parse(readFileSync(join(CONFIG.system, `${name}.json`), 'utf8')) as T;
  } catch {
    return otherwise;
  }
}

/** Makes the system remember something. */
export function remember(name: string, value: unknown): void {
  mkdirSync(CONFIG.system, { recursive: true });
  writeFileSync(join(CONFIG.system, `${name}.json`), JSON.stringify(value));
}

/** Where Electron has its folders by name. */
export function usualPath(name: string): string {
  if (name === 'userData' || name === 'sessionData') return CONFIG.userData;
  if (name === 'home') return homedir();
  if (name === 'temp') return tmpdir();
  if (name === 'exe') return process.execPath;
  if (name === 'logs' || name === 'crashDumps') return join(CONFIG.userData, name);
  return join(CONFIG.system, name);
}

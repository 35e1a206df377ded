import type { Page } from '@playwright/test';
import type { DoubleRecord } from '../electron-double/control';
import type { DoubleItself } from '../electron-double/follow-spec';
import type { DoubleConfig } from '../electron-double/surroundings';

/** The built desktop program while it runs: in the double of Electron, or in a real one. */
export interface Desktop {
  readonly kind: 'double' | 'electron';
  /** The folder that it was started with. */
  readonly userData: string;
  /** The page in its window, once there is one. */
  page(): Promise<Page>;
  /** Runs a function inside the program. It is sent as text: it sees its parameters and nothing else. */
  run<Result, Argument = undefined>(
    act: (electron: ElectronMain, argument: Argument, double: DoubleItself) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
  /** What was recorded of this member so far: the arguments of each call. */
  records(member: string): Promise<readonly (readonly unknown[])[]>;
  /** The arguments of the first call that fits, now or later. */
  recorded(member: string, fits?: (...details: Detail[]) => boolean): Promise<readonly Detail[]>;
  /** Prepares answers of the person or the system; the last one stays. */
  answer(member: string, ...replies: readonly unknown[]): Promise<void>;
  /** From now on nothing is recorded yet, and no response prepared. */
  forget(): Promise<void>;
  /** A press on an item of the application menu, by the labels on the way to it. */
  pressMenu(...labels: readonly string[]): Promise<void>;
  /** What it used although the double does not cover it; nothing in a real Electron. */
  faults(): readonly string[];
  /** What it wrote so far. */
  output(): string;
  /** Its exit code, when it has ended; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Quits as the menu does, and returns the exit code. */
  quit(): Promise<number | null>;
  /** Ends it as a power failure would. */
  kill(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: what was recorded has any shape; the spec looks at it
export type Detail = any;

/** The members of `electron` in the main process. */
export type ElectronMain = typeof Electron.CrossProcessExports;

/** How to start it. */
export interface LaunchOptions {
  /** A folder to start in again; a new one otherwise. */
  readonly userData?: string;
  /** Flags of its server, besides those for the port and the data folder. */
  readonly flags?: readonly string[];
  /** Arguments of the program itself, such as a file to open. */
  readonly arguments?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Of the double alone: how the machine is. */
  readonly machine?: Partial<DoubleConfig>;
  /** Starts a further copy with the same folder, whose server is never wanted. */
  readonly isSecond?: boolean;
}

export type { DoubleRecord };

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import type { DoubleItself } from '../electron-double/follow-spec';
import type { Desktop, Detail, ElectronMain, LaunchOptions } from './desktop';

const ROOT = resolve(import.meta.dirname, '../..');
const RECORDER = resolve(import.meta.dirname, 'record-calls.cjs');
const LOOK_AGAIN_MS = 50;

/** Starts the built program in a real Electron. */
export async function launchElectron(binary: string, options: LaunchOptions = {}): Promise<Desktop> {
  const userData = options.userData ?? (await mkdtemp(join(tmpdir(), 'posthorn-desktop-')));
  const flags = ['--port', '0', '--data-dir', join(userData, 'data'), ...(options.flags ?? [])];
  const app = await _electron.launch({
    executablePath: binary,
    args: [
      '-r',
      RECORDER,
      ROOT,
      `--user-data-dir=${userData}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...(options.arguments ?? []),
    ],
    env: {
      ...(process.env as Record<string, string>),
      POSTHORN_DESKTOP_ARGS: JSON.stringify(flags),
      ...options.env,
    },
  });
  return new RealDesktop(app, userData);
}

/** What the recorder leaves in the main process. */
interface Recorded {
  readonly desktopRecords: { readonly member: string; readonly details: readonly unknown[] }[];
  readonly desktopReplies: Map<string, readonly unknown[]>;
}

class RealDesktop implements Desktop {
  readonly kind = 'electron';
  readonly userData: string;
  readonly ended: Promise<number | null>;
  readonly #app: ElectronApplication;
  #output = '';

  constructor(app: ElectronApplication, userData: string) {
    this.#app = app;
    this.userData = userData;
    const child = app.process();
    this.ended = new Promise((done) => child.once('exit', done));
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#output += chunk;
      });
  }

  async page(): Promise<Page> {
    return this.#app.windows().findLast((page) => !page.isClosed()) ?? this.#app.waitForEvent('window');
  }

  run<Result, Argument>(
    act: (electron: ElectronMain, argument: Argument, double: DoubleItself) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result> {
    const evaluate = this.#app.evaluate.bind(this.#app) as (
      act: unknown,
      argument: unknown,
    ) => Promise<Result>;
    return evaluate(act, argument);
  }

  async records(member: string): Promise<readonly (readonly unknown[])[]> {
    const all = await this.run(() => (globalThis as unknown as Recorded).desktopRecords);
    return all.filter((entry) => entry.member === member).map(({ details }) => details);
  }

  async recorded(member: string, fits: (...details: Detail[]) => boolean = () => true) {
    for (;;) {
      const found = (await this.records(member)).find((details) => fits(...details));
      if (found) return found;
      await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
    }
  }

  async answer(member: string, ...replies: readonly unknown[]): Promise<void> {
    await this.run(
      (_electron, prepared) => {
        (globalThis as unknown as Recorded).desktopReplies.set(prepared.member, prepared.replies);
      },
      { member, replies },
    );
  }

  async forget(): Promise<void> {
    await this.run(() => {
      const { desktopRecords, desktopReplies } = globalThis as unknown as Recorded;
      desktopRecords.length = 0;
      desktopReplies.clear();
    });
  }

  async pressMenu(...labels: readonly string[]): Promise<void> {
    await this.run(({ Menu }, path) => {
      let items = Menu.getApplicationMenu()?.items ?? [];
      for (const label of path.slice(0, -1))
        items = items.find((item) => item.label === label)?.submenu?.items ?? [];
      const item = items.find((other) => other.label === path.at(-1));
      if (!item) throw new Error(`There is no ${path.join(' > ')}.`);
      item.click();
    }, labels);
  }

  faults(): readonly string[] {
    return [];
  }

  output(): string {
    return this.#output;
  }

  async quit(): Promise<number | null> {
    await this.run(({ app }) => {
      setTimeout(() => app.quit());
    }).catch(() => {}); // it was ending already
    return this.ended;
  }

  async kill(): Promise<void> {
    this.#app.process().kill('SIGKILL');
    await this.ended;
  }
}

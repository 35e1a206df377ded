import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import manifest from '../../package.json' with { type: 'json' };
import type { Desktop, Detail, ElectronMain, LaunchOptions } from '../electron/desktop';
import { pageRecorder } from '../support/recorded-test';
import type { DoubleRecord, FromDouble } from './control';
import { EXECUTED } from './executed-folder';
import type { DoubleItself } from './follow-spec';
import type { DoubleConfig } from './surroundings';

const ROOT = resolve(import.meta.dirname, '../..');

/** Starts the built program in the double, which is built in this folder (`buildDouble`). */
export async function launchDouble(folder: string, options: LaunchOptions = {}): Promise<Desktop> {
  const userData = options.userData ?? (await mkdtemp(join(tmpdir(), 'posthorn-desktop-')));
  const config: DoubleConfig = {
    appPath: ROOT,
    userData,
    system: join(userData, 'system'),
    electronVersion: manifest.devDependencies.electron,
    ...options.machine,
  };
  const flags = ['--port', '0', '--data-dir', join(userData, 'data'), ...(options.flags ?? [])];
  const program = join(ROOT, manifest.main);
  const child = spawn(
    process.execPath,
    ['--import', join(folder, 'start.mjs'), program, ...(options.arguments ?? [])],
    {
      env: {
        NODE_V8_COVERAGE: EXECUTED, // another folder while tests are recorded
        ...process.env,
        ELECTRON_DOUBLE: JSON.stringify(config),
        POSTHORN_DESKTOP_ARGS: JSON.stringify(flags),
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  return new DoubleDesktop(child, userData);
}

async function connect(endpoint: string): Promise<Browser> {
  const browser = await chromium.connectOverCDP(endpoint, { timeout: 0 });
  for (const context of browser.contexts()) await pageRecorder?.followContext(context);
  return browser;
}

class DoubleDesktop implements Desktop {
  readonly kind = 'double';
  readonly userData: string;
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcess;
  readonly #records: DoubleRecord[] = [];
  readonly #faults: string[] = [];
  readonly #news = new EventEmitter().setMaxListeners(0);
  readonly #waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (cause: Error) => void }
  >();
  readonly #browser: Promise<Browser>;
  #output = '';
  #lastId = 0;

  constructor(child: ChildProcess, userData: string) {
    this.#child = child;
    this.userData = userData;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        this.#output += chunk;
      });
    this.#browser = new Promise((resolve) => {
      this.#news.once('chromium', (endpoint: string) => resolve(connect(endpoint)));
    });
    this.#browser.catch(() => {}); // the program has ended already
    child.on('message', (message: FromDouble) => this.#hear(message));
    this.ended = once(child, 'close').then(([code]) => {
      const gone = new Error(`The program has ended with code ${code}:\n${this.#output}`);
      for (const { reject } of this.#waiting.values()) reject(gone);
      this.#news.emit('end', gone);
      return code as number | null;
    });
  }

  async page(): Promise<Page> {
    const browser = await this.#unlessEnded(this.#browser);
    const [context] = browser.contexts();
    if (!context) throw new Error('Chromium has no context.');
    const open = () => context.pages().findLast((page) => !page.isClosed());
    return open() ?? (await this.#unlessEnded(context.waitForEvent('page')));
  }

  async run<Result, Argument>(
    act: (electron: ElectronMain, argument: Argument, double: DoubleItself) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result> {
    const id = ++this.#lastId;
    const replied = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    // Without the callback, a channel that has closed would be an error that nobody handles.
    this.#child.send({ id, source: String(act), argument }, (cause) => {
      if (cause) this.#waiting.get(id)?.reject(cause);
    });
    return (await replied) as Result;
  }

  async records(member: string): Promise<readonly (readonly unknown[])[]> {
    return this.#records.filter((entry) => entry.member === member).map(({ details }) => details);
  }

  async recorded(member: string, fits: (...details: Detail[]) => boolean = () => true) {
    for (;;) {
      const found = this.#records.find((entry) => entry.member === member && fits(...entry.details));
      if (found) return found.details;
      await this.#unlessEnded(once(this.#news, 'record'));
    }
  }

  async answer(member: string, ...replies: readonly unknown[]): Promise<void> {
    await this.run(
      (_electron, prepared, double) => double.prepareReplies(prepared.member, prepared.replies),
      { member, replies },
    );
  }

  async forget(): Promise<void> {
    await this.run((_electron, _none, double) => double.forget());
    this.#records.length = 0;
  }

  async pressMenu(...labels: readonly string[]): Promise<void> {
    await this.run(({ Menu }, path, double) => double.pressItem(Menu.getApplicationMenu(), path), labels);
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
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  /** What the program did that the double does not cover; a spec fails by it. */
  faults(): readonly string[] {
    return this.#faults;
  }

  #hear(message: FromDouble): void {
    if (message.kind === 'record') {
      this.#records.push(message.entry);
      this.#news.emit('record');
    } else if (message.kind === 'fault') this.#faults.push(message.message);
    else if (message.kind === 'chromium') this.#news.emit('chromium', message.endpoint);
    else if (message.kind === 'answer') {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error === undefined) waiting?.resolve(message.value);
      else waiting?.reject(new Error(message.error));
    }
  }

  #unlessEnded<T>(wanted: Promise<T>): Promise<T> {
    return Promise.race([
      wanted,
      new Promise<never>((_resolve, reject) => this.#news.once('end', reject)),
      this.ended.then((code) =>
        Promise.reject(new Error(`The program has ended with code ${code}:\n${this.#output}`)),
      ),
    ]);
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { findSystemBrowser } from '../../resources/tools/browser.mjs';

/** A response or an event of Chromium; events of a page carry its session. */
// biome-ignore lint/suspicious/noExplicitAny: the protocol is Chromium's, and each user knows the part it asks for
export type Protocol = any;

/**
 * Debian's Chromium without a screen, one for each program, as Electron has its own. It is asked over a pipe, so that it
 * ends with the program whatever happens to it, and listens on a port too, where a spec watches the pages.
 *
 * Emits each event of the protocol under its name, with its parameters and the id of its session.
 */
export class Chromium extends EventEmitter {
  /** The address for whoever else wants to watch. */
  readonly endpoint: Promise<string>;
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #rest = '';

  /** @param userData the folder of the program; Chromium keeps its profile in it, as Electron does */
  constructor(userData: string) {
    super();
    this.setMaxListeners(0);
    mkdirSync(userData, { recursive: true });
    this.#process = spawn(findSystemBrowser() ?? 'chromium', chromiumFlags(userData), {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    });
    const replies = this.#process.stdio[4] as Readable;
    replies.setEncoding('utf8').on('data', (chunk: string) => this.#read(chunk));
    // A pipe breaks before the end of the process is known. Whoever waits is told; nobody else may fail by it.
    for (const pipe of [this.#process.stdio[3], replies]) pipe?.on('error', () => {});
    this.#process.once('close', () => this.#end());
    this.endpoint = endpointFrom(this.#process);
    this.endpoint.catch(() => {}); // awaited where it is needed
  }

  /** Asks for something, of a page when a session is given. Rejects with Chromium's own words. */
  ask(method: string, params: object = {}, sessionId?: string): Promise<Protocol> {
    const id = ++this.#lastId;
    const text = JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) });
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, method });
      (this.#process.stdio[3] as Writable).write(`${text}\0`, (cause) => cause && reject(cause));
    });
  }

  /** Ends it at once, with all of its pages. The program ends too: what was asked before is not answered any more. */
  kill(): void {
    this.#waiting.clear();
    this.#process.kill('SIGKILL');
  }

  #read(chunk: string): void {
    const texts = (this.#rest + chunk).split('\0');
    this.#rest = texts.pop() ?? '';
    for (const text of texts) this.#hear(JSON.parse(text) as Protocol);
  }

  #hear(message: Protocol): void {
    if (message.id === undefined) {
      this.emit(message.method, message.params, message.sessionId);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`));
    else waiting?.resolve(message.result);
  }

  #end(): void {
    for (const { reject, method } of this.#waiting.values()) reject(new Error(`${method}: Chromium ended.`));
    this.#waiting.clear();
  }
}

interface Waiting {
  readonly resolve: (reply: Protocol) => void;
  readonly reject: (cause: Error) => void;
  readonly method: string;
}

function chromiumFlags(userData: string): string[] {
  return [
    '--headless=new',
    '--remote-debugging-pipe',
    '--remote-debugging-port=0',
    `--user-data-dir=${join(userData, 'chromium')}`,
    '--no-startup-window',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-dev-shm-usage',
    '--disable-extensions',
    '--disable-sync',
    '--password-store=basic',
    '--use-mock-keychain',
    '--use-fake-device-for-media-stream', // else there is no camera that could be refused
    // Electron asks the program about each window; that of Chrome would answer first. The program allows none, and one that
    // is opened and closed again may have sent its request by then.
    '--disable-popup-blocking',
    '--block-new-web-contents',
    '--force-prefers-reduced-motion',
    // Chromium refuses to run its sandbox as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
}

function endpointFrom(chromium: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    chromium.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-20_000);
      const [, address] = /^DevTools listening on (ws:\S+)$/m.exec(text) ?? [];
      if (address) resolve(address);
    });
    chromium.once('close', () => reject(new Error(`Chromium ended:\n${text}`)));
  });
}

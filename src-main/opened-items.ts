import { basename, extname, resolve } from 'node:path';
import type { OpenedItem, PickedFile } from './contract/desktop-api';
import { isLink, screenOfLink } from './deep-link';

/** What opened items need of the desktop. */
interface OpenedItemsParts {
  /** Reads a document as `readDocument` does. */
  readonly read: (path: string) => Promise<PickedFile>;
  /** There is something to take: shows the window, and tells its page. */
  readonly onAdded: () => void;
}

/**
 * What was opened with the program, until a page takes it: links, and documents by a double click, by "Open with", or
 * dropped on its icon. It may come before there is a page, or before the server answers.
 *
 * Promises: each item is handed out once, in the order in which it came. At most a few wait; further ones are refused in
 * one sentence. None does anything by itself: the page shows it.
 */
export class OpenedItems {
  readonly #parts: OpenedItemsParts;
  #waiting: OpenedItem[] = [];
  #reading = 0;

  constructor(parts: OpenedItemsParts) {
    this.#parts = parts;
  }

  /** Hands out what waits. */
  take(): readonly OpenedItem[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  /**
   * Opens what the arguments of a start name; other arguments are for somebody else.
   * @param folder that relative paths start from
   */
  openArguments(args: readonly string[], folder: string): void {
    for (const arg of args) {
      if (isLink(arg)) this.openLink(arg);
      else if (!arg.startsWith('-') && isDocument(arg)) void this.openFile(resolve(folder, arg));
    }
  }

  openLink(link: string): void {
    const path = screenOfLink(link);
    this.#add(
      path === null
        ? { kind: 'refused', reason: 'The link was ignored: it names no screen of Posthorn.' }
        : { kind: 'screen', path },
    );
  }

  /** Opens a screen of the program itself, as a notice does. */
  openScreen(path: string): void {
    this.#add({ kind: 'screen', path });
  }

  /** Resolves when it waits to be taken, or was refused. */
  async openFile(path: string): Promise<void> {
    if (!isDocument(path)) {
      const reason = `${basename(path)} was not opened: only .json, .yaml and .yml files can be imported.`;
      return this.#add({ kind: 'refused', reason });
    }
    if (this.#reading + this.#waiting.length >= MOST) return this.#add(TOO_MANY);
    this.#reading += 1;
    let item: OpenedItem;
    try {
      item = { kind: 'document', file: await this.#parts.read(path) };
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      item = { kind: 'refused', reason: `${basename(path)} was not opened: ${why}` };
    } finally {
      this.#reading -= 1;
    }
    this.#add(item);
  }

  #add(item: OpenedItem): void {
    if (this.#waiting.length >= MOST) this.#waiting = [...this.#waiting.slice(0, MOST - 1), TOO_MANY];
    else this.#waiting.push(item);
    this.#parts.onAdded();
  }
}

const MOST = 5;
const TOO_MANY: OpenedItem = {
  kind: 'refused',
  reason: 'Too much was opened at once. Open one file or link at a time.',
};

function isDocument(path: string): boolean {
  return ['.json', '.yaml', '.yml'].includes(extname(path).toLowerCase());
}

import { fault } from './control';
import { type Covered, MEMBERS } from './members';
import { Emitter, strict } from './strict';

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;

class IpcMain extends Emitter implements Covered<Electron.IpcMain, 'ipcMain'> {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, listener: Handler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, listener);
  }
  handleOnce(channel: string, listener: Handler): void {
    this.handle(channel, (...args) => {
      this.removeHandler(channel);
      return listener(...args);
    });
  }
  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  /** What the program answers to a call of a page. Rejects with the text that the page gets. */
  async invoke(
    event: Electron.IpcMainInvokeEvent,
    channel: string,
    args: readonly unknown[],
  ): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    try {
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      return await handler(event, ...args);
    } catch (cause) {
      throw new Error(`Error invoking remote method '${channel}': ${cause}`);
    }
  }

  /** A message that nobody answers: the program has no use for them so far. */
  message(channel: string): void {
    throw fault(`The double of Electron delivers no message without an answer (${channel}).`);
  }
}

/** The receiver of the pages' calls, for the part of the double that brings them. */
export const theIpcMain = new IpcMain();

/** See Electron's `ipcMain`. */
export const ipcMain = strict('ipcMain', theIpcMain, MEMBERS.ipcMain);

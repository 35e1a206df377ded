import { type FromFrame, HELLO, type PagePicture, PORT, type ToFrame } from '../preview-link/messages';

/**
 * The preview's end of the line to one frame. A frame has no origin to address a message to, so only a port is sent
 * into the window; all messages go through the port.
 */
export class FramePort {
  readonly #frame: HTMLIFrameElement;
  readonly #hear: (message: FromFrame) => void;
  readonly #opened: () => void;
  #port: MessagePort | null = null;
  #pictures = 0;
  readonly #waiting = new Map<number, (message: FromFrame & { kind: 'picture' }) => void>();

  /** @param opened called when the frame can receive messages */
  constructor(frame: HTMLIFrameElement, hear: (message: FromFrame) => void, opened: () => void) {
    this.#frame = frame;
    this.#hear = hear;
    this.#opened = opened;
    window.addEventListener('message', this.#onMessage);
  }

  send(message: ToFrame): void {
    this.#port?.postMessage(message);
  }

  /** Asks the frame for its page, once that is loaded. Rejects if there is none within five seconds. */
  picture(): Promise<PagePicture> {
    this.#pictures += 1;
    const id = this.#pictures;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error('A frame is not responding. Check that its page is shown.'));
      }, 5000);
      this.#waiting.set(id, ({ picture }) => {
        clearTimeout(timer);
        if (picture) resolve(picture);
        else reject(new Error('A frame is still loading. Try again when all frames have loaded.'));
      });
      this.send({ kind: 'picture', id });
    });
  }

  close(): void {
    window.removeEventListener('message', this.#onMessage);
    this.#port?.close();
    this.#port = null;
  }

  readonly #onMessage = (event: MessageEvent) => {
    const window = this.#frame.contentWindow;
    const isHello = (event.data as { type?: unknown } | null)?.type === HELLO;
    // The sandbox turns any origin into "null": a window with a real origin is not the frame that was put there.
    if (!window || event.source !== window || event.origin !== 'null' || !isHello) return;
    const { port1, port2 } = new MessageChannel();
    this.#port?.close();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<FromFrame>) => this.#onSaid(data);
    window.postMessage({ type: PORT }, '*', [port2]);
    this.#opened();
  };

  #onSaid(message: FromFrame): void {
    if (message.kind === 'picture') {
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    } else this.#hear(message);
  }
}

import { readFileSync } from 'node:fs';
import { type Covered, MEMBERS } from './members';
import { strict } from './strict';

/** A picture: the bytes are read, and of a PNG its size; nothing is drawn. */
class Picture implements Covered<Electron.NativeImage, 'image'> {
  #isTemplate = false;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }
  isEmpty(): boolean {
    return !this.#bytes.subarray(0, 8).equals(PNG_START);
  }
  getSize(): Electron.Size {
    if (this.isEmpty()) return { width: 0, height: 0 };
    return { width: this.#bytes.readUInt32BE(16), height: this.#bytes.readUInt32BE(20) };
  }
  isTemplateImage(): boolean {
    return this.#isTemplate;
  }
  setTemplateImage(option: boolean): void {
    this.#isTemplate = option;
  }
  resize(_options: Electron.ResizeOptions): Electron.NativeImage {
    return seen(this.#bytes);
  }
  toPNG(): Buffer {
    return this.#bytes;
  }
  toDataURL(): string {
    return `data:image/png;base64,${this.#bytes.toString('base64')}`;
  }
}

function seen(bytes: Buffer): Electron.NativeImage {
  return strict('image', new Picture(bytes), MEMBERS.image) as unknown as Electron.NativeImage;
}

function bytesOf(read: () => Buffer): Buffer {
  try {
    return read();
  } catch {
    return Buffer.alloc(0); // Electron's is empty too when there is no such file
  }
}

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** See Electron's `nativeImage`. */
export const nativeImage = strict(
  'nativeImage',
  {
    createEmpty: () => seen(Buffer.alloc(0)),
    createFromPath: (path: string) => seen(bytesOf(() => readFileSync(path))),
    createFromBuffer: (buffer: Buffer) => seen(buffer),
    createFromDataURL: (dataURL: string) => seen(Buffer.from(dataURL.replace(/^[^,]*,/, ''), 'base64')),
  } satisfies Pick<typeof Electron.NativeImage, (typeof MEMBERS.nativeImage)[number]>,
  MEMBERS.nativeImage,
);

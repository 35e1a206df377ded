import { PartUnavailable } from './part-unavailable';

/** Reads a part of the program that is a file of its own. @throws PartUnavailable */
export async function loadPart<Part>(read: () => Promise<Part>): Promise<Part> {
  try {
    return await read();
  } catch (cause) {
    throw new PartUnavailable(cause);
  }
}

import { randomInt } from 'node:crypto';

/** Ids of one start; after the last of them comes the first. */
const IDS = 4096;

/** An id of a new start, which no other start has. */
export function newFileId(): number {
  return randomInt(1, 2 ** 31 / IDS) * IDS;
}

/** The id that follows, of the same start. */
export function nextFileId(id: number): number {
  return (id + 1) % IDS === 0 ? id + 1 - IDS : id + 1;
}

/** Whether two ids are of one start. */
export function isOfSameStart(a: number, b: number): boolean {
  return Math.floor(a / IDS) === Math.floor(b / IDS);
}

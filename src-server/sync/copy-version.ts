import { createHash } from 'node:crypto';

/** The version of a content of a working copy: a number that identifies its text, at least 1; 48 bits of its hash. */
export function copyVersion(content: string): number {
  return Math.max(1, createHash('sha256').update(content).digest().readUIntBE(0, 6));
}

import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * `npm run test:fuzz`: the long fuzz of the API, with a new seed each time. It prints the seed; to repeat
 * a run, set POSTHORN_FUZZ_SEED to it.
 */
export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    include: ['test/server/http/description-fuzz.test.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 60_000,
    env: {
      POSTHORN_FUZZ_RUNS: process.env.POSTHORN_FUZZ_RUNS ?? '40',
      POSTHORN_FUZZ_SEED: process.env.POSTHORN_FUZZ_SEED ?? String(Date.now() % 2 ** 31),
    },
  },
});

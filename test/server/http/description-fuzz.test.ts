import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiFuzz, targets } from '../../support/api-fuzz';
import { share } from '../../support/share';

/**
 * A random request for every sixth field of each operation, and in the nightly run two for every field;
 * `npm run test:fuzz` sends many more. The seed is fixed, so that failures are reproducible; POSTHORN_FUZZ_SEED sets
 * another.
 */
const seed = Number(process.env.POSTHORN_FUZZ_SEED ?? 20_261_121);
const runs = Number(process.env.POSTHORN_FUZZ_RUNS ?? share(2));

let fuzz: ApiFuzz;
beforeAll(async () => {
  fuzz = await ApiFuzz.start(seed, runs);
}, 120_000);
afterAll(async () => {
  console.log(`fuzz: ${fuzz.sent} requests, seed ${seed}, ${runs} runs for each field`, fuzz.statuses);
  console.log(`fuzz: longest stall ${Math.round(fuzz.longestStallMs)} ms`);
  await fuzz.stop();
});

describe('valid and invalid requests are answered as described, and never with a server error', () => {
  test.each(targets.map((target) => [`${target.method} ${target.path}`, target] as const))(
    '%s',
    async (_name, target) => {
      await fuzz.run(target);
    },
  );
});

test('the server is alive afterwards', async () => {
  await fuzz.expectAlive();
  expect(fuzz.sent).toBeGreaterThan(1000);
  // Requests that never reach anything would prove nothing: some succeed, others are refused for their content.
  expect((fuzz.statuses[200] ?? 0) + (fuzz.statuses[201] ?? 0)).toBeGreaterThan(100);
  expect(fuzz.statuses[422]).toBeGreaterThan(100);
});

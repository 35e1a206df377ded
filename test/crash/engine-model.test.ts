import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describePostgres } from '../support/engines';
import { share } from '../support/share';
import { LONG_FORM } from './crash-size';
import { commandLists } from './model-commands';
import { runModel } from './model-run';
import { inFile, inPostgres, type ModelStorage } from './model-storage';

/**
 * Random sequences of what senders, receivers, customers, clocks and crashes do, on
 * a real engine and a real database, with a seeded clock and seeded receivers. A sequence that breaks a promise is
 * reduced to the shortest one that still does, and printed with its seed.
 */
const RUNS = LONG_FORM ? 300 : share(30);
/** Each statement crosses a socket there, and what is different is below the engine. */
const RUNS_ON_POSTGRES = LONG_FORM ? 60 : share(6);
const MOST_COMMANDS = LONG_FORM ? 60 : 24;
const givenSeed = process.env.POSTHORN_MODEL_SEED;
// The short form is the same each time; the long one uses new seeds.
const seed = givenSeed ? Number(givenSeed) : LONG_FORM ? Math.floor(Math.random() * 2 ** 31) : 20_261_121;

testLives(RUNS, inFile);

describePostgres('on PostgreSQL', () => testLives(RUNS_ON_POSTGRES, inPostgres));

function testLives(runs: number, createStorage: () => Promise<ModelStorage>): void {
  test(
    `the promises of the engine hold in ${runs} random lives`,
    async () => {
      if (LONG_FORM) console.log(`POSTHORN_MODEL_SEED=${seed}`);
      await fc.assert(
        fc.asyncProperty(commandLists(MOST_COMMANDS), fc.nat(), async (commands, chance) => {
          expect(await runModel(await createStorage(), commands, chance)).toEqual([]);
        }),
        { seed, numRuns: runs, interruptAfterTimeLimit: LONG_FORM ? 1_500_000 : 120_000 },
      );
    },
    LONG_FORM ? 1_800_000 : 180_000,
  );
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LONG_FORM } from './crash-size';
import { commandLists } from './model-commands';
import { runModel } from './model-run';

/**
 * Random sequences of what senders, receivers, customers, clocks and crashes do, on
 * a real engine and a real file, with a seeded clock and seeded receivers. A sequence that breaks a promise is
 * reduced to the shortest one that still does, and printed with its seed.
 */
const RUNS = LONG_FORM ? 300 : 8;
const MOST_COMMANDS = LONG_FORM ? 60 : 24;
const givenSeed = process.env.POSTHORN_MODEL_SEED;
// The short form is the same each time; the long one uses new seeds.
const seed = givenSeed ? Number(givenSeed) : LONG_FORM ? Math.floor(Math.random() * 2 ** 31) : 20_261_121;

test(
  `the promises of the engine hold in ${RUNS} random lives`,
  async () => {
    if (LONG_FORM) console.log(`POSTHORN_MODEL_SEED=${seed}`);
    await fc.assert(
      fc.asyncProperty(commandLists(MOST_COMMANDS), fc.nat(), async (commands, chance) => {
        expect(await runModel(commands, chance)).toEqual([]);
      }),
      { seed, numRuns: RUNS, interruptAfterTimeLimit: LONG_FORM ? 1_500_000 : 120_000 },
    );
  },
  LONG_FORM ? 1_800_000 : 180_000,
);

// npm run check: the quick round before a commit. Lint, types, the rules of the architecture, and tests that execute the
// files changed since the last commit, within two minutes. `npm test` runs all tests.
//
//   npm run check -- --explain FILE...            which tests it would run for these files, and why
//   npm run check -- --record [PATH...]           runs all tests, or those below these paths, and notes what they
//                                                 execute (about an hour for all); with --resume, only those not noted
//   npm run check -- --measure COUNT [--seed N]   how long it takes for single files chosen at random
import './node-version.mjs';
import { parseArgs } from 'node:util';
import { changedFiles } from './check/changed-files.mjs';
import { measure } from './check/measure.mjs';
import { recordMap } from './check/record-map.mjs';
import { explain, runCheck } from './check/run-check.mjs';
import { SetupError } from './setup.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    explain: { type: 'boolean' },
    record: { type: 'boolean' },
    resume: { type: 'boolean' },
    measure: { type: 'string' },
    seed: { type: 'string' },
  },
});

try {
  process.exitCode = await run();
} catch (cause) {
  if (!(cause instanceof SetupError)) throw cause;
  console.error(`posthorn: ${cause.message}`);
  process.exitCode = 1;
}

async function run() {
  const { seed = String(Date.now()), resume: onlyMissing = false } = values;
  if (values.record) return recordMap(positionals, { onlyMissing });
  if (values.measure) return measure(Number(values.measure), Number(seed));
  if (!values.explain) return runCheck(changedFiles());
  explain(positionals.length > 0 ? positionals : changedFiles());
  return 0;
}

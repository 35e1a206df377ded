// npm run check: the quick round before a commit. Lint, types, the rules of the architecture, and tests that execute the
// files changed since the last commit, within two minutes. `npm test` runs all tests.
//
//   npm run check -- --explain FILE...            which tests it would run for these files, and why
//   npm run check -- --record [PATH...]           runs all tests, or those below these paths, and notes what they
//                                                 execute (half an hour for all); with --resume, only those not noted
//   npm run check -- --measure COUNT [--seed N]   how long it takes for single files chosen at random
import './node-version.mjs';
import { parseArgs } from 'node:util';
import { changedFiles } from './check/changed-files.mjs';
import { measure } from './check/measure.mjs';
import { recordMap } from './check/record-map.mjs';
import { explain, runCheck } from './check/run-check.mjs';

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

if (values.explain) explain(positionals.length > 0 ? positionals : changedFiles());
else if (values.record)
  process.exitCode = await recordMap(positionals, { onlyMissing: values.resume ?? false });
else if (values.measure) await measure(Number(values.measure), Number(values.seed ?? Date.now()));
else process.exitCode = await runCheck(changedFiles());

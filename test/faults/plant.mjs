// Plants slips into the program, one at a time, and says which test finds each.
//
//   node test/faults/plant.mjs --with known             the test file that is known to find it
//   node test/faults/plant.mjs --with loop              what `npm run check` runs for a change of the file
//   node test/faults/plant.mjs --with gate              what `npm test` runs, up to the first test that fails
//   node test/faults/plant.mjs --with compiler          lint and types, which must not find it
//   node test/faults/plant.mjs --with gate --executing  only those of its tests that execute the file
//   node test/faults/plant.mjs --with gate --only NAME  one of the slips; may be given again
//   node test/faults/plant.mjs --list
//
// Each file is put back after its run, and when this is ended early. It must not differ from the last commit. The tests
// of the architecture and the pictures do not take part: what they find, they find by luck. What the runs print is in
// out/faults.
import '../../resources/tools/node-version.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { testsOfCheck } from '../../resources/tools/check/run-check.mjs';
import { testsExecuting } from '../../resources/tools/check/test-record.mjs';
import { ensureBuilt, ROOT } from '../../resources/tools/setup.mjs';
import { findWithCompiler, findWithTests } from './find-fault.mjs';
import { PAGE_FAULTS } from './page-faults.mjs';
import { plant } from './planted-fault.mjs';
import { SERVER_FAULTS } from './server-faults.mjs';

/** @typedef {import('./planted-fault.mjs').Fault} Fault */
/** @typedef {import('./find-fault.mjs').Run} Run */
/** @typedef {import('./find-fault.mjs').Finding} Finding */

/** @type {Record<string, (fault: Fault, run: Run) => Promise<Finding>>} */
const FINDERS = {
  known: ({ foundIn }, run) => findWithTests(run, [foundIn]),
  loop: ({ file }, run) => findWithTests(run, testsOfCheck([file]), { atNight: true }),
  gate: ({ file }, run) =>
    findWithTests(run, values.executing ? testsExecuting(file).map(({ test }) => test) : null),
  compiler: ({ file }, run) => findWithCompiler(run, file),
};

const { values } = parseArgs({
  options: {
    with: { type: 'string', default: 'known' },
    executing: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
  },
});
const all = [...SERVER_FAULTS, ...PAGE_FAULTS];
const chosen = all.filter(({ name }) => values.only.length === 0 || values.only.includes(name));
const find = FINDERS[values.with];
const unknown = values.only.find((name) => all.every((fault) => fault.name !== name));
if (!find || unknown !== undefined) {
  console.error(`posthorn: there is no ${find ? `fault ${unknown}` : `--with ${values.with}`}`);
  process.exitCode = 1;
} else if (values.list)
  for (const { name, room, file, harm } of chosen) console.log(`${name} (${room}, ${file})\n  ${harm}`);
else await plantAll(find);

/** @param {(fault: Fault, run: Run) => Promise<Finding>} find */
async function plantAll(find) {
  const ending = new AbortController();
  process.on('exit', () => ending.abort());
  mkdirSync(join(ROOT, 'out/faults'), { recursive: true });
  let found = 0;
  for (const fault of chosen) {
    const beganAt = performance.now();
    const finding = await findPlanted(fault, find, ending.signal);
    if (finding !== null) found += 1;
    const took = `${Math.round((performance.now() - beganAt) / 1000)} s`.padStart(6);
    console.log(
      [fault.name.padEnd(26), fault.room.padEnd(22), took, finding?.title ?? 'NOT FOUND'].join('  '),
    );
    if (finding) console.log(`${' '.repeat(60)}${finding.why}`);
  }
  console.log(`${found} of ${chosen.length} found`);
  await ensureBuilt(); // nobody should meet a program that was built with a fault in it
  process.exitCode = found === (values.with === 'compiler' ? 0 : chosen.length) ? 0 : 1;
}

/**
 * @param {Fault} fault
 * @param {(fault: Fault, run: Run) => Promise<Finding>} find
 * @param {AbortSignal} signal
 * @returns {Promise<Finding>}
 */
async function findPlanted(fault, find, signal) {
  rmSync(join(ROOT, 'out/faults', `${fault.name}.log`), { force: true });
  const restore = plant(ROOT, fault);
  try {
    return await find(fault, { name: fault.name, signal });
  } catch (cause) {
    console.error(`posthorn: ${fault.name}: ${cause instanceof Error ? cause.message : String(cause)}`);
    return null;
  } finally {
    restore();
  }
}

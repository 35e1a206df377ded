import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../electron/desktop-test';

test('a message to a utility process that has just ended is dropped', async ({ launch }) => {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-utility-'));
  const paths = { script: join(folder, 'ends.cjs'), ended: join(folder, 'ended') };
  execFileSync('mkfifo', [paths.ended]);
  await writeFile(
    paths.script,
    `process.removeAllListeners('disconnect');
     process.once('disconnect', () => require('node:fs').writeFileSync(${JSON.stringify(paths.ended)}, ''));
     process.disconnect();`,
  );
  const desktop = await launch();
  const exitCode = await desktop.run(({ utilityProcess }, { script, ended }) => {
    const child = utilityProcess.fork(script);
    process.getBuiltinModule('node:fs').readFileSync(ended); // without a turn of the event loop, which would bring the news
    child.postMessage('too late');
    return new Promise((done) => child.once('exit', done));
  }, paths);
  expect(exitCode).toBe(0);
  expect(await desktop.quit()).toBe(0);
  await rm(folder, { recursive: true });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { basename, join } from 'node:path';

/**
 * Notes at the end of this process which functions of the built program ran in it, for the spec that wants each file of
 * the shell to be executed. A process that is killed leaves nothing.
 *
 * @param folder the notes, a file for each process; nothing happens without one
 */
export function noteExecuted(folder: string | undefined): void {
  if (!folder) return;
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  process.once('exit', () => {
    session.post('Profiler.takePreciseCoverage', (_cause, { result }) => {
      const ofProgram = result.filter(({ url }) => /\/out\/main\/[\w-]+\.js$/.test(url));
      const ran = ofProgram.map(({ url, functions }) => [
        basename(url),
        functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).map(({ functionName }) => functionName),
      ]);
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        join(folder, `${process.pid}-${Date.now()}.json`),
        JSON.stringify(Object.fromEntries(ran)),
      );
    });
  });
}

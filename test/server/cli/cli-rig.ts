import type { CliContext, CommandOutput } from '../../../src-server/cli/command';
import { newFolder } from '../../support/new-folder';
import { startTestServer, type TestServer } from '../../support/start-test-server';
import { runPosthorn } from './run-posthorn';

/** A running server, a folder for files, and `posthorn` that finds the server by its data folder. */
export interface CliRig {
  readonly server: TestServer;
  file(name: string): string;
  run(...args: string[]): Promise<CommandOutput>;
  runIn(context: Partial<CliContext>, ...args: string[]): Promise<CommandOutput>;
  remove(): Promise<void>;
}

export async function startCliRig(): Promise<CliRig> {
  const folder = await newFolder();
  const server = await startTestServer();
  const runIn = (context: Partial<CliContext>, ...args: string[]) =>
    runPosthorn(args, { defaultDataDir: server.dataDir, ...context });
  return {
    server,
    file: folder.file,
    run: (...args) => runIn({}, ...args),
    runIn,
    async remove() {
      await server.remove();
      await folder.remove();
    },
  };
}

import { systemClock } from '../../../src-server/base/clock';
import type { CliContext, CommandOutput } from '../../../src-server/cli/command';
import { posthorn } from '../../../src-server/cli/posthorn';

/** Runs `posthorn` in this process, isolated from environment and terminal. */
export function runPosthorn(
  args: readonly string[],
  context: Partial<CliContext> = {},
): Promise<CommandOutput> {
  return posthorn(
    args,
    {
      env: {},
      defaultDataDir: '/nowhere',
      clock: systemClock,
      signal: new AbortController().signal,
      readInput: () => Promise.resolve(''),
      progress: () => undefined,
      print: () => undefined,
      pages: { uiDir: null, renderCatalog: null },
      ...context,
    },
    '0.0.0-test',
  );
}

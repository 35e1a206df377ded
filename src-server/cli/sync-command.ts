import { ConfigError } from '../config';
import type { BackgroundTaskOut } from '../contract/background-task';
import type { SyncItemOut } from '../contract/sync';
import { FOLDER_OPTIONS, mergeFolder, sideOf } from './catalog/merge-folder';
import { CliError } from './cli-error';
import { announceQuery, type CliContext, type Command, NO_ANNOUNCE } from './command';
import { comparisonLines, isAgreed } from './comparison-lines';
import { EXIT } from './exit-code';
import { findConnection } from './find-connection';
import type { Instance } from './instance';
import { table } from './table';

const LOOK_EVERY_MS = 250;

export const syncCommand: Command = {
  name: 'sync',
  usage: '(NAME | --dir DIR) [--take mine|theirs] [--accept-removals] [--no-announce] [--dry-run]',
  summary: 'Syncs a working copy with its instance.',
  about: `Pulls, writes what was changed here to the other instance, and takes over what was changed there. NAME is the name or
id of a connection. A conflict is left alone unless --take says which side wins. Exit code 0: both sides agree now;
1: a conflict is left, or something was refused. With --dir, brings a folder of
"catalog export --dir" and this instance together in the same way: mine is the folder.`,
  options: {
    ...FOLDER_OPTIONS,
    'accept-removals': {
      type: 'boolean',
      help: 'Also removes more than ten event types, or more than a tenth, that are gone there.',
    },
    ...NO_ANNOUNCE,
    'dry-run': { type: 'boolean', help: 'Only shows what would be synced.' },
  },
  examples: [
    'posthorn sync production --dry-run',
    'posthorn sync production --take theirs',
    'posthorn sync --dir catalog',
  ],
  positionals: [0, 1],
  asks: 'instance',
  async run({ positionals: [name], text, has, context, instance }) {
    const take = sideOf(text('take'));
    const dir = text('dir');
    if ((name === undefined) === (dir === undefined))
      throw new ConfigError('Give either a name, or --dir DIR.');
    const server = await instance();
    const query = announceQuery({ has });
    if (dir !== undefined) {
      const wish = { acceptRemovals: has('accept-removals'), dryRun: has('dry-run') };
      return mergeFolder(server, context, { dir, take, writesInstance: true, query, ...wish });
    }
    const { id } = await findConnection(server, name ?? '');
    const path = { id };
    const comparison = await server.ask('POST /connections/{id}/working-copy/compare', { path });
    if (has('dry-run')) {
      const isStuck = take === null && comparison.conflicts.length > 0;
      return {
        exitCode: isStuck ? EXIT.no : EXIT.done,
        json: { connection: id, dryRun: true, take, ...comparison },
        lines: isAgreed(comparison) ? ['Nothing to sync.'] : comparisonLines(comparison),
      };
    }
    const resolutions =
      take === null
        ? []
        : comparison.conflicts.map(({ name: type, pointer }) => ({ name: type, pointer, take }));
    const begun = await server.ask('POST /connections/{id}/working-copy/sync', {
      path,
      body: { resolutions, acceptRemovals: has('accept-removals'), ...query },
    });
    const { receiptId, items } = await followSync(server, begun, context);
    const isDone = items.every(({ outcome }) => outcome === 'done' || outcome === 'skipped');
    return {
      exitCode: isDone ? EXIT.done : EXIT.no,
      json: { connection: id, receiptId, items },
      lines:
        items.length === 0
          ? ['Nothing to sync.']
          : table(items.map(({ outcome, name: type, reason }) => [outcome, type, reason ?? ''])),
    };
  },
};

interface SyncProgressOut {
  readonly ended?: number;
  readonly total?: number;
  readonly item?: string | null;
}

/** @throws CliError when the sync failed or was stopped */
async function followSync(
  server: Instance,
  begun: BackgroundTaskOut,
  { clock, signal, progress }: CliContext,
) {
  let task = begun;
  while (task.status === 'running') {
    await clock.sleep(LOOK_EVERY_MS, signal);
    task = await server.ask('GET /background-task/{task}', { path: { task: begun.id } });
    const { ended = 0, total = 0, item = '' } = task.data as SyncProgressOut;
    progress(`${ended} of ${total} synced${item ? `, ${item}` : ''}`);
  }
  const { error, stopped } = task.data;
  if (error !== null || stopped) throw new CliError(EXIT.no, error ?? 'The sync was stopped.');
  const data: object = task.data;
  return data as { readonly receiptId: string; readonly items: readonly SyncItemOut[] };
}

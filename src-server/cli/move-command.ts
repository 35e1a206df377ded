import { createLog } from '../base/log';
import { ConfigError } from '../config';
import type { MoveResult } from '../storage/move/move-installation';
import { type MovePlace, readMovePlace } from '../storage/move/move-place';
import type { Command, Outcome, ParsedArgs } from './command';
import { moveAdvice } from './move-advice';
import { count, table } from './table';

export const moveCommand: Command = {
  name: 'move',
  usage: '--from DIR_OR_URL --to DIR_OR_URL [--dry-run], or --unmark DIR_OR_URL',
  summary: 'Moves a stopped installation into an empty data folder or PostgreSQL database.',
  about: `Copies everything in the database of a stopped installation into an empty place, in either direction: from a data folder (SQLite) into a PostgreSQL database, back, or between two of a kind. Ids, tokens, waiting deliveries and the identity of the installation stay as they are. The copy is read back and compared with the source; until that has succeeded, the source is unchanged and the target stays empty, even after Ctrl+C. Then the source is marked and no longer starts: both together would send everything twice.

The files "admin-token" and "secret-key" of a data folder are not in the database, and are never copied or overwritten; the result says which are needed where. Other users can see the arguments of a process: give the password of a database in PGPASSWORD or a file .pgpass. No output contains it.

--unmark lets a source start again. First make sure that the installation at the target never starts again.`,
  options: {
    from: {
      type: 'string',
      value: 'DIR_OR_URL',
      help: 'The data folder or postgres:// database of the stopped installation.',
    },
    to: { type: 'string', value: 'DIR_OR_URL', help: 'The empty data folder or postgres:// database.' },
    'dry-run': {
      type: 'boolean',
      help: 'Checks both, and counts what would be copied. Nothing is copied or marked.',
    },
    unmark: {
      type: 'string',
      value: 'DIR_OR_URL',
      help: 'Lets an installation that was moved from here start again.',
    },
  },
  examples: [
    'posthorn move --from /var/lib/posthorn --to postgres://posthorn@db.internal/posthorn',
    'posthorn move --from postgres://posthorn@db.internal/posthorn --to /var/lib/posthorn-back --dry-run',
  ],
  positionals: [0, 0],
  asks: 'nothing',
  async run(args) {
    const unmark = args.text('unmark');
    const [from, to] = [args.text('from'), args.text('to')];
    if (unmark !== undefined) {
      if (from !== undefined || to !== undefined || args.has('dry-run'))
        throw new ConfigError('--unmark stands alone: posthorn move --unmark DIR_OR_URL');
      return unmarkPlace(placeOf(unmark), args);
    }
    if (!from || !to) throw new ConfigError('Name both: posthorn move --from DIR_OR_URL --to DIR_OR_URL');
    return move(placeOf(from), placeOf(to), args);
  },
};

async function move(from: MovePlace, to: MovePlace, { context, has }: ParsedArgs): Promise<Outcome> {
  const isTried = has('dry-run');
  const { clock, signal, progress: show } = context;
  const { moveInstallation } = await import('../storage/move/move-installation');
  const result = await moveInstallation(from, to, isTried, { clock, signal, show, log: createLog('silent') });
  const rows = Object.values(result.tables).reduce((sum, table) => sum + table.rows, 0);
  const advice = isTried ? [] : await moveAdvice(from, to); // nothing is there to be started yet
  return {
    json: { ...result, dryRun: isTried, rows, next: advice },
    lines: [...(isTried ? describeTrial(result, rows) : [describe(result, rows)]), ...advice],
  };
}

async function unmarkPlace(place: MovePlace, { context: { clock } }: ParsedArgs): Promise<Outcome> {
  const { unmarkMoved } = await import('../storage/move/unmark-moved');
  const { to } = await unmarkMoved(place, { clock, log: createLog('silent') });
  return {
    json: { unmarked: place.name, movedTo: to },
    lines: [
      `The installation in ${place.name} starts again. The one in ${to} must never start again: both together would send everything twice.`,
    ],
  };
}

function placeOf(text: string): MovePlace {
  try {
    return readMovePlace(text);
  } catch (cause) {
    throw new ConfigError(cause instanceof Error ? cause.message : String(cause));
  }
}

function describe({ from, to }: MoveResult, rows: number): string {
  return `Moved ${count(rows, 'row')} from ${from} to ${to}, and compared them: all are the same. The installation in ${from} is marked as moved, and does not start any more.`;
}

function describeTrial({ from, to, tables }: MoveResult, rows: number): string[] {
  const filled = Object.entries(tables).filter(([, rows]) => rows.rows > 0);
  return [
    `${count(rows, 'row')} would be moved from ${from} to ${to}; nothing was written.`,
    ...table(filled.map(([name, rows]) => [`  ${name}`, rows.rows.toLocaleString('en')])),
  ];
}

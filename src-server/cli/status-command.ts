import type { ConnectionOut } from '../contract/connection';
import type { WorkingCopyOut } from '../contract/working-copy';
import { CliError, isUnknownOperation } from './cli-error';
import type { Command, Outcome } from './command';
import { EXIT } from './exit-code';
import { findConnection } from './find-connection';
import type { Instance } from './instance';
import { serviceStatus } from './service-status';
import { count } from './table';

export const statusCommand: Command = {
  name: 'status',
  usage: '[NAME]',
  summary:
    'Shows the health of a server, or how a working copy compares with its instance as of the last pull.',
  about: `Without NAME: whether the server is healthy, whether it has a network, and how many deliveries are waiting. Where there is exactly
one connection, also the state of its working copy. Exit code 0: the server is healthy; 1: it is degraded.

With NAME: shows what changed here and there since the last sync, as of the last pull; the other instance is not contacted.
NAME is the name or id of a connection. Exit code 0: no differences; 1: there are some, or nothing was pulled.`,
  options: {},
  examples: ['posthorn status', 'posthorn status production'],
  positionals: [0, 1],
  asks: 'instance',
  async run({ positionals: [name], instance }) {
    const server = await instance();
    if (name === undefined) return withOnlyCopy(server, await serviceStatus(server));
    const connection = await findConnection(server, name);
    const copy = await server.ask('GET /connections/{id}/working-copy', { path: { id: connection.id } });
    return {
      exitCode: copy.state === 'up_to_date' ? EXIT.done : EXIT.no,
      json: { connection: connection.id, ...copy },
      lines: [`${connection.name}: ${stateLabel(copy)}`],
    };
  },
};

/** The status of a server, with that of the working copy of its only connection. */
async function withOnlyCopy(server: Instance, status: Outcome): Promise<Outcome> {
  const connection = await onlyConnection(server);
  if (connection === null) return status;
  const copy = await server.ask('GET /connections/{id}/working-copy', { path: { id: connection.id } });
  return {
    ...status,
    json: { ...status.json, workingCopy: { connection: connection.id, ...copy } },
    lines: [...status.lines, `${connection.name}: ${stateLabel(copy)}`],
  };
}

/** Null: there are none or several, or the token or the server knows nothing of them. */
async function onlyConnection(server: Instance): Promise<ConnectionOut | null> {
  try {
    const { data } = await server.ask('GET /connections');
    const [connection = null, another] = data;
    return another === undefined ? connection : null;
  } catch (cause) {
    if (isUnknownOperation(cause) || (cause instanceof CliError && cause.exitCode === EXIT.notAllowed))
      return null;
    throw cause;
  }
}

function stateLabel({ state, changes, theirs, conflicts, fetchedAt, note }: WorkingCopyOut): string {
  if (fetchedAt === null) return 'nothing was pulled yet.';
  const parts = [
    ...(state === 'offline' ? ['not reachable at the last attempt'] : []),
    ...(changes + theirs === 0 ? ['up to date'] : []),
    ...(changes > 0 ? [count(changes, 'change here', 'changes here')] : []),
    ...(theirs > 0 ? [count(theirs, 'change there', 'changes there')] : []),
    ...(conflicts > 0 ? [count(conflicts, 'conflict')] : []),
  ];
  return `${parts.join(', ')} (pulled ${fetchedAt}).${note === '' ? '' : ` Note: ${note}`}`;
}

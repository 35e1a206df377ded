import type { WorkingCopyOut } from '../contract/working-copy';
import type { Command } from './command';
import { EXIT } from './exit-code';
import { findConnection } from './find-connection';
import { serviceStatus } from './service-status';
import { count } from './table';

export const statusCommand: Command = {
  name: 'status',
  usage: '[NAME]',
  summary: 'Says how a server is, or how a working copy stands to its instance, by the last pull.',
  about: `Without NAME: whether the server is healthy, whether it has a network, and how many deliveries wait. Exit code 0: it
is healthy; 1: it lacks something.

With NAME: says what was changed here and there since both agreed, as the last pull found it; the other instance is not asked.
NAME is the name or id of a connection. Exit code 0: nothing is different; 1: something is, or nothing was pulled.`,
  options: {},
  examples: ['posthorn status', 'posthorn status production'],
  positionals: [0, 1],
  asks: 'instance',
  async run({ positionals: [name], instance }) {
    const server = await instance();
    if (name === undefined) return serviceStatus(server);
    const connection = await findConnection(server, name);
    const copy = await server.ask('GET /connections/{id}/working-copy', { path: { id: connection.id } });
    return {
      exitCode: copy.state === 'up_to_date' ? EXIT.done : EXIT.no,
      json: { connection: connection.id, ...copy },
      lines: [`${connection.name}: ${stateLabel(copy)}`],
    };
  },
};

function stateLabel({ state, changes, theirs, conflicts, fetchedAt, note }: WorkingCopyOut): string {
  if (fetchedAt === null) return 'nothing was pulled yet.';
  const parts = [
    ...(state === 'offline' ? ['not reached at the last try'] : []),
    ...(changes + theirs === 0 ? ['up to date'] : []),
    ...(changes > 0 ? [count(changes, 'change here', 'changes here')] : []),
    ...(theirs > 0 ? [count(theirs, 'change there', 'changes there')] : []),
    ...(conflicts > 0 ? [count(conflicts, 'conflict')] : []),
  ];
  return `${parts.join(', ')} (pulled ${fetchedAt}).${note === '' ? '' : ` Note: ${note}`}`;
}

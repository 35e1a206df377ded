import type { ConnectionOut } from '../contract/connection';
import { CliError } from './cli-error';
import { EXIT } from './exit-code';
import type { Instance } from './instance';

/**
 * The connection with this name or id.
 * @throws CliError when there is none, or several have the name
 */
export async function findConnection(server: Instance, nameOrId: string): Promise<ConnectionOut> {
  const { data } = await server.ask('GET /connections');
  const found = data.filter(({ id, name }) => id === nameOrId || name === nameOrId);
  const [connection] = found;
  if (connection === undefined) {
    const names = data.map(({ name }) => name).join(', ');
    const known = names === '' ? 'There are none yet.' : `There are: ${names}.`;
    throw new CliError(EXIT.no, `${server.host} has no connection "${nameOrId}". ${known}`);
  }
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new CliError(EXIT.no, `Several connections are called "${nameOrId}": ${ids}. Give the id.`);
  }
  return connection;
}

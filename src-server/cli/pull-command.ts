import type { Command } from './command';
import { findConnection } from './find-connection';
import { count } from './table';

export const pullCommand: Command = {
  name: 'pull',
  usage: 'NAME',
  summary: 'Reads the catalog of another instance into its working copy.',
  about: `Reads the event types and flag sets of another instance completely. NAME is the name or id of a connection. The first
time makes the working copy; later ones note what changed there, and touch nothing that is edited here.`,
  options: {},
  examples: ['posthorn pull production'],
  positionals: [1, 1],
  asks: 'instance',
  async run({ positionals: [name = ''], instance }) {
    const server = await instance();
    const connection = await findConnection(server, name);
    const fetched = await server.ask('POST /connections/{id}/working-copy/fetch', {
      path: { id: connection.id },
    });
    const { eventTypes, new: names } = fetched;
    const news = names.length === 0 ? 'Nothing is new there.' : `New there: ${names.join(', ')}.`;
    return {
      json: { connection: connection.id, ...fetched },
      lines: [`${connection.name}: ${count(eventTypes, 'event type')}. ${news}`],
    };
  },
};

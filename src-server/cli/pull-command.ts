import { ConfigError } from '../config';
import { FOLDER_OPTIONS, mergeFolder, sideOf } from './catalog/merge-folder';
import type { Command } from './command';
import { findConnection } from './find-connection';
import { count } from './table';

export const pullCommand: Command = {
  name: 'pull',
  usage: 'NAME | --dir DIR [--take mine|theirs]',
  summary: 'Reads the catalog of another instance into its working copy, or of this one into a folder.',
  about: `Reads the event types and flag sets of another instance completely. NAME is the name or id of a connection. The first
time makes the working copy; later ones record what changed there, and leave local edits alone. With --dir, merges
what changed on this instance into a folder of "catalog export --dir", field by field; the instance does not change. What
both changed is left alone (exit code 1) unless --take says which side counts: mine is the folder. DIR/.base holds the last common version, and belongs in version control, too.`,
  options: FOLDER_OPTIONS,
  examples: ['posthorn pull production', 'posthorn pull --dir catalog'],
  positionals: [0, 1],
  asks: 'instance',
  async run({ positionals: [name], text, context, instance }) {
    const dir = text('dir');
    if ((name === undefined) === (dir === undefined))
      throw new ConfigError('Give either a name, or --dir DIR.');
    const server = await instance();
    if (dir !== undefined) {
      const fixed = { writesInstance: false, acceptRemovals: false, dryRun: false };
      return mergeFolder(server, context, { dir, take: sideOf(text('take')), ...fixed });
    }
    const connection = await findConnection(server, name ?? '');
    const fetched = await server.ask('POST /connections/{id}/working-copy/fetch', {
      path: { id: connection.id },
    });
    const { eventTypes, new: names } = fetched;
    const news = names.length === 0 ? 'Nothing new there.' : `New there: ${names.join(', ')}.`;
    return {
      json: { connection: connection.id, ...fetched },
      lines: [`${connection.name}: ${count(eventTypes, 'event type')}. ${news}`],
    };
  },
};

import { join } from 'node:path';
import { stringifyOrdered } from '../../json-schema/ordered-json';
import type { Command } from '../command';
import { catalogOfInstance } from '../instance-catalog';
import { count } from '../table';
import { writeWhole } from '../write-whole';
import { BASE_FOLDER, writeCatalogFolder } from './catalog-folder';

export const catalogExportCommand: Command = {
  name: 'catalog export',
  usage: '[FILE | --dir DIR]',
  summary: 'Writes all event types and settings as one JSON file, or as a folder.',
  about: `Writes every event type with its schemas, including archived ones, and the settings. The event types are sorted by name, so that version control shows what changed. An existing FILE is replaced. Without FILE, or with "-", the document goes to standard output. With --dir, DIR gets one file for each event type (event-types/NAME.json), in a stable order and without times of changes, settings.yaml and, if there are sets of feature flags, flag-sets.yaml: for version control. Files of event types that are gone are removed, and those in YAML stay in YAML.`,
  options: { dir: { type: 'string', value: 'DIR', help: 'Writes a folder instead of one file.' } },
  examples: [
    'posthorn catalog export catalog.json',
    'posthorn catalog export --dir catalog',
    'posthorn catalog export | jq ".eventTypes | length"',
  ],
  positionals: [0, 1],
  asks: 'instance',
  async run({ positionals: [file = '-'], text: option, context, instance }) {
    const dir = option('dir');
    const server = await instance();
    const catalog = await catalogOfInstance(server, context);
    const { document, settings, flagSets } = catalog;
    const number = document.eventTypes.length;
    const without =
      settings === null ? [`${server.host} does not export its settings, so the file has none.`] : [];
    if (dir !== undefined) {
      const changes = await writeCatalogFolder(dir, document.eventTypes, catalog);
      await writeCatalogFolder(join(dir, BASE_FOLDER), document.eventTypes, { settings: null, flagSets });
      return {
        json: { folder: dir, eventTypes: number, settings: settings !== null, ...changes },
        lines: [
          `${dir}: ${count(number, 'event type')} of ${server.host}. ${count(changes.written, 'file')} written, ${changes.removed} removed.`,
        ],
        stderr: without,
      };
    }
    const text = `${stringifyOrdered(document, 2)}\n`;
    const json = { file, eventTypes: number, settings: settings !== null };
    if (file === '-') return { json, lines: [], document: text, stderr: without };
    await writeWhole(file, text);
    return { json, lines: [`${file}: ${count(number, 'event type')} of ${server.host}.`], stderr: without };
  },
};

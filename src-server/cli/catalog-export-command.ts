import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { stringifyOrdered } from '../json-schema/ordered-json';
import { CliError } from './cli-error';
import type { Command } from './command';
import { EXIT } from './exit-code';
import { catalogOfInstance } from './instance-catalog';
import { count } from './table';

export const catalogExportCommand: Command = {
  name: 'catalog export',
  usage: '[FILE]',
  summary: 'Writes all event types and settings as one JSON file.',
  about: `Writes every event type with its schemas, including archived ones, and the settings. The event types are sorted by name, so that version control shows what changed. An existing FILE is replaced. Without FILE, or with "-", the document goes to standard output.`,
  options: {},
  examples: ['posthorn catalog export catalog.json', 'posthorn catalog export | jq ".eventTypes | length"'],
  positionals: [0, 1],
  asks: 'instance',
  async run({ positionals: [file = '-'], context, instance }) {
    const server = await instance();
    const { document, settings } = await catalogOfInstance(server, context);
    const text = `${stringifyOrdered(document, 2)}\n`;
    const number = document.eventTypes.length;
    const without =
      settings === null ? [`${server.host} does not export its settings, so the file has none.`] : [];
    const json = { file, eventTypes: number, settings: settings !== null };
    if (file === '-') return { json, lines: [], document: text, stderr: without };
    await writeWhole(file, text);
    return { json, lines: [`${file}: ${count(number, 'event type')} of ${server.host}.`], stderr: without };
  },
};

/** Writes a text to a file, completely or not at all; an existing one is replaced. @throws CliError in plain words */
async function writeWhole(path: string, text: string): Promise<void> {
  const next = `${path}.${randomBytes(4).toString('hex')}.next`;
  try {
    const file = await open(next, 'wx');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, path);
  } catch (cause) {
    await rm(next, { force: true });
    throw new CliError(
      EXIT.no,
      `${path} cannot be written (${(cause as NodeJS.ErrnoException).code ?? cause}).`,
    );
  }
}

import { toJsonPieces } from '../base/json-pieces';
import { ConfigError } from '../config';
import { TYPES_FORMATS } from '../contract/event-type-export';
import { isVisible } from '../contract/visibility';
import { stringifyOrdered } from '../json-schema/ordered-json';
import { CliError } from './cli-error';
import type { Command } from './command';
import { EXIT } from './exit-code';
import { type CatalogEntry, toCatalogEntry } from './instance-catalog';
import { count } from './table';
import { writeWhole } from './write-whole';

export const typesCommand: Command = {
  name: 'types',
  usage: '[--format FORMAT] [--flags FLAG,...] [--out FILE]',
  summary: 'Writes the event types as TypeScript, JSON Schema or OpenAPI.',
  about: `Writes what a build needs of the event types: declarations for TypeScript, with an interface for each event type and a map from names to payloads (WebhookEvents); JSON Schemas with shared definitions; or an OpenAPI 3.1 document. Only event types that the token sees, and no archived ones. With --flags, only what someone with these flags sees; with --flags "", only what everyone sees. An existing FILE is replaced. Without --out, the text goes to standard output.`,
  options: {
    format: {
      type: 'string',
      value: 'FORMAT',
      help: `${TYPES_FORMATS.join(', ')}. Default: typescript.`,
    },
    flags: {
      type: 'string',
      multiple: true,
      value: 'FLAG,...',
      help: 'Feature flags whose event types are included.',
    },
    out: { type: 'string', value: 'FILE', help: 'The file to write or replace.' },
  },
  examples: [
    'posthorn types --format typescript --flags beta --out events.d.ts',
    'posthorn types --format openapi | jq ".webhooks | keys"',
  ],
  positionals: [0, 0],
  asks: 'instance',
  async run({ text, list, context, instance }) {
    const wanted = text('format') ?? 'typescript';
    const format = TYPES_FORMATS.find((known) => known === wanted);
    if (format === undefined) throw new ConfigError(`--format is one of ${TYPES_FORMATS.join(', ')}.`);
    const given = list('flags');
    const flags =
      given.length === 0 ? null : given.flatMap((names) => names.split(',')).map((name) => name.trim());
    const server = await instance();
    const rows: readonly unknown[] = await server.listAll(
      'GET /event-type',
      { query: { with_content: true } },
      (read) => context.progress(`Reading the catalog of ${server.host}: ${read} event types ...`),
    );
    const types = rows
      .map(checkedEntry)
      .filter((type) => !type.archived && isVisible(type.featureFlags, flags));
    const { exportTypes } = await import('../catalog/takeaway/export-types');
    const made = exportTypes({ format, title: 'Event types', types: toJsonPieces(types.map(toExport)) });
    const document = `${Buffer.from(made.text).toString().trimEnd()}\n`;
    const file = text('out') ?? '-';
    const json = { file, format, eventTypes: types.length };
    if (file === '-' && format === 'typescript')
      return { json: { ...json, text: document }, lines: [], text: document };
    if (file === '-') return { json, lines: [], document };
    await writeWhole(file, document);
    return { json, lines: [`${file}: ${count(types.length, 'event type')} of ${server.host}.`] };

    function checkedEntry(row: unknown): CatalogEntry {
      const entry = toCatalogEntry(row);
      if (entry) return entry;
      throw new CliError(EXIT.unreachable, `${server.host} responds, but not like Posthorn. Check the URL.`);
    }
  },
};

function toExport({ schemas, ...entry }: CatalogEntry) {
  return { ...entry, schemas: schemas && stringifyOrdered(schemas) };
}

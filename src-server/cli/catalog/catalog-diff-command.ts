import { ConfigError } from '../../config';
import { breakingChanges, type CatalogDifference, catalogDifference } from '../catalog-difference';
import type { Command } from '../command';
import { EXIT } from '../exit-code';
import { catalogOfFile, catalogOfInstance } from '../instance-catalog';
import { count } from '../table';
import { address, givenToken } from '../which-instance';
import { readCatalogFolder } from './catalog-folder';

export const catalogDiffCommand: Command = {
  name: 'catalog diff',
  usage: '(FILE | --dir DIR | --from URL) [--settings] [--fail-on breaking]',
  summary: 'Compares a file, a folder or another instance with this one.',
  about: `Compares the event types of a file, a folder or another instance with those of this instance. Prints what an import would change here. Exit code 0: they are the same; 1: they differ. With --fail-on breaking, 1 means that an import would break receivers, such as with a field that is gone. FILE may be "-".`,
  options: {
    from: { type: 'string', value: 'URL', help: 'Compares with the instance at this URL instead of a file.' },
    'from-token-file': {
      type: 'string',
      value: 'FILE',
      help: 'A file with the token for --from. Or POSTHORN_FROM_TOKEN.',
    },
    settings: { type: 'boolean', help: 'Compares the settings too.' },
    dir: { type: 'string', value: 'DIR', help: 'A folder as "catalog export --dir" writes it.' },
    'fail-on': { type: 'string', value: 'WHAT', help: 'breaking: exit code 1 only for breaking changes.' },
  },
  examples: [
    'posthorn catalog diff catalog.json',
    'posthorn catalog diff --dir catalog --fail-on breaking',
    'posthorn catalog diff --from https://hooks.example.com --from-token-file token',
  ],
  positionals: [0, 1],
  asks: 'instance',
  async run({ positionals: [file], text, has, context, instance, other }) {
    const from = text('from');
    const dir = text('dir');
    if ([file, dir, from].filter((given) => given !== undefined).length !== 1) {
      throw new ConfigError('Give either a file, or --dir DIR, or --from URL for another instance.');
    }
    const failOn = text('fail-on');
    if (failOn !== undefined && failOn !== 'breaking') throw new ConfigError('--fail-on must be breaking.');
    const server = await instance();
    const theirs =
      dir !== undefined
        ? await readCatalogFolder(dir)
        : file === undefined
          ? await remote(from ?? '')
          : await catalogOfFile(file, context);
    const here = await catalogOfInstance(server, context);
    const found = catalogDifference(theirs, here);
    const breaking = breakingChanges(theirs, here);
    const difference = has('settings') ? found : { ...found, settings: [] };
    const name =
      file === '-' ? 'standard input' : (file ?? dir ?? new URL(address(from ?? '', '--from')).host);
    return {
      exitCode: (failOn === undefined ? isSame(difference) : breaking.length === 0) ? EXIT.done : EXIT.no,
      json: {
        same: isSame(difference),
        ...difference,
        breaking,
        unchanged: difference.unchanged.length,
      },
      lines: [
        ...differenceLines(difference, name, server.host),
        ...breaking.map((type) => `! ${type}: breaking for its receivers`),
      ],
    };

    async function remote(url: string) {
      const baseUrl = address(url, '--from');
      const token = await givenToken(
        context.env.POSTHORN_FROM_TOKEN || undefined,
        text('from-token-file'),
        'from-token',
      );
      if (token === null) {
        throw new ConfigError(
          `A token for ${new URL(baseUrl).host} is missing. Give --from-token-file, or set POSTHORN_FROM_TOKEN.`,
        );
      }
      return catalogOfInstance(other(baseUrl, token), context);
    }
  },
};

/** How one catalog differs from that of an instance, line by line, with a summary line at the end. */
function differenceLines(
  { added, changed, unchanged, onlyHere, flagSets, settings }: CatalogDifference,
  other: string,
  here: string,
): string[] {
  return [
    ...added.map((name) => `+ ${name}: only in ${other}`),
    ...changed.flatMap(({ name, changes }) => [`~ ${name}`, ...changes.map((change) => `    ${change}`)]),
    ...onlyHere.map((name) => `- ${name}: only in ${here}`),
    ...flagSets.map((set) => `~ flag set ${set}`),
    ...settings.map((setting) => `~ setting ${setting}`),
    `${count(unchanged.length, 'event type')} unchanged, ${changed.length} changed, ${added.length} only in ${other}, ${onlyHere.length} only in ${here}.`,
  ];
}

/** True when neither has anything that the other lacks. */
function isSame({ added, changed, onlyHere, flagSets, settings }: CatalogDifference): boolean {
  return added.length + changed.length + onlyHere.length + flagSets.length + settings.length === 0;
}

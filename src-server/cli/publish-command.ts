import type { Command } from './command';

export const publishCommand: Command = {
  name: 'publish',
  usage: '--out DIR [--name NAME] [--force]',
  summary: 'Writes the public catalog as static files.',
  about: `Writes the public catalog as a folder for any web server. It also opens from disk: DIR/index.html. It has a search of its own, also from disk, and no event types that are archived or have a feature flag. It also writes machine-readable event types (openapi.json, schemas.json, events.d.ts), a feed of their changes (changes.atom) and, with a domain in the settings, sitemap.xml. The new folder replaces what an earlier run wrote; an unchanged page keeps its time. A folder with other files is refused; --force keeps those files, but writes through no link to another folder. Never writes into the data folder of a server. If the computer stops during the replacement, DIR is missing and both folders are beside it, named DIR.(number).next and DIR.(number).next.old: rename either to DIR, or run this again. Works whether or not the instance publishes its catalog itself.`,
  options: {
    out: { type: 'string', value: 'DIR', help: 'The folder to create or replace.' },
    name: { type: 'string', value: 'NAME', help: 'The heading. Default: the display name in the settings.' },
    force: {
      type: 'boolean',
      help: 'Writes into a folder with other files, and overwrites files of the same name.',
    },
  },
  examples: [
    'posthorn publish --out public',
    'posthorn publish --out public --name "Ada Ltd" --url https://hooks.example.com',
  ],
  positionals: [0, 0],
  asks: 'instance',
  run: async (args) => (await import('./catalog/publish-catalog')).publishCatalog(args),
};

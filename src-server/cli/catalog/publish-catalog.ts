import { setImmediate as nextTurn } from 'node:timers/promises';
import { readAssets } from '../../base/built-styles';
import { toIsoTime } from '../../base/clock';
import { toJsonPieces } from '../../base/json-pieces';
import { copyAssets } from '../../base/page-assets';
import { ExampleCache } from '../../catalog/examples/example-cache';
import { changesAtom } from '../../catalog/public-site/changes-atom';
import { homeOf } from '../../catalog/public-site/home-of';
import { hexHash } from '../../catalog/public-site/page-files';
import { isPublishable, publicEventTypes } from '../../catalog/public-site/public-event-types';
import { robotFiles } from '../../catalog/public-site/robot-files';
import { exportTypes } from '../../catalog/takeaway/export-types';
import { publicText } from '../../catalog/takeaway/public-text';
import { ConfigError } from '../../config';
import type { EventTypeChangeOut } from '../../contract/event-type-change';
import { EXPORT_FORMATS } from '../../contract/event-type-export';
import { LIST_LIMIT_MAX } from '../../contract/list';
import {
  type CatalogPage,
  CHANGES_FEED,
  CHANGES_SHOWN,
  type PublicEventType,
  TYPES_FILES,
} from '../../contract/public-catalog';
import { stringifyOrdered } from '../../json-schema/ordered-json';
import { CliError, isUnknownOperation } from '../cli-error';
import type { CliContext, Outcome, ParsedArgs } from '../command';
import { EXIT } from '../exit-code';
import type { Instance } from '../instance';
import { type CatalogEntry, catalogOfInstance } from '../instance-catalog';
import { type SiteFile, writeSite } from '../site-folder';
import { count } from '../table';

/** Writes the public catalog of an instance as `posthorn publish` says. Its modules are those of the server that make pages. */
export async function publishCatalog({ text, has, context, instance }: ParsedArgs): Promise<Outcome> {
  const out = text('out');
  if (!out) throw new ConfigError('Name the folder: posthorn publish --out DIR');
  const { uiDir, renderCatalog } = context.pages;
  if (uiDir === null || renderCatalog === null) {
    throw new CliError(EXIT.no, 'The pages were not built. Run "npm run build" first.');
  }
  const server = await instance();
  const { entries, settings } = await catalogOfInstance(server, context);
  const displayName = (text('name') ?? String(settings?.displayName ?? '')).trim();
  if (displayName === '') {
    throw new CliError(
      EXIT.no,
      `The catalog of ${server.host} has no display name. Give --name NAME, or set one in its settings.`,
    );
  }
  const now = toIsoTime(context.clock.now());
  const shown = new Set(entries.filter(isPublishable).map(({ name }) => name));
  const eventTypes = publicEventTypes(
    entries.map(({ schemas, ...entry }) => ({
      ...entry,
      schemas: schemas && stringifyOrdered(schemas),
      updatedAt: entry.updatedAt ?? now,
    })),
    new ExampleCache(),
    (name) => shown.has(name),
  );
  const { assets, files } = await copyAssets(uiDir, readAssets(uiDir, 'catalog'));
  const changes = await readChanges(server);
  const look = {
    intro: textOf(settings?.catalogIntro),
    logo: textOf(settings?.catalogLogo),
    color: textOf(settings?.customColor),
  };
  const domain = textOf(settings?.catalogDomain);
  const home = homeOf(domain);
  const pages = await renderCatalog({ displayName, eventTypes, changes, look, home }, assets);
  const robots = robotFiles(
    pages.map(({ path }) => path),
    domain,
  );
  const sourceOf = sourcesOf(eventTypes, context.pages.catalogProgram);
  const others = new Map([
    ...files,
    ...robots,
    ...typeFiles(entries.filter(isPublishable), displayName),
    [CHANGES_FEED, changesAtom(changes, { author: displayName, home })],
  ]);
  const { paths, made } = await writeSite(out, withPages(others, pages, sourceOf, context), has('force'));
  const left = entries.length - eventTypes.length;
  return {
    json: { folder: out, eventTypes: eventTypes.length, leftOut: left, files: paths.length, changed: made },
    lines: [
      `${out}: ${count(eventTypes.length, 'event type')} in ${count(paths.length, 'file')}, ${made} of them new or changed. ${left === 0 ? '' : `Skipped ${left} with feature flags or archived. `}Open ${out}/index.html.`,
    ],
  };
}

/** What programs read of the event types. */
function typeFiles(entries: readonly CatalogEntry[], title: string): [string, Uint8Array][] {
  const types = entries.map(({ schemas, ...entry }) => ({
    ...entry,
    schemas: schemas && stringifyOrdered(schemas),
  }));
  return EXPORT_FORMATS.map((format) => [
    TYPES_FILES[format],
    publicText(format, exportTypes({ format, title, types: toJsonPieces(types) }).text),
  ]);
}

/** What everybody saw change, newest first; nothing of a server that does not tell. */
async function readChanges(server: Instance): Promise<readonly EventTypeChangeOut[]> {
  const changes: EventTypeChangeOut[] = [];
  try {
    for (let iterator: string | undefined, done = false; !done && changes.length < CHANGES_SHOWN; ) {
      const query = { public: true, limit: LIST_LIMIT_MAX, ...(iterator !== undefined && { iterator }) };
      const page = await server.ask('GET /event-type-changes', { query });
      changes.push(...page.data);
      iterator = page.iterator ?? undefined;
      done = page.done || iterator === undefined;
    }
  } catch (cause) {
    if (!isUnknownOperation(cause)) throw cause;
  }
  return changes.slice(0, CHANGES_SHOWN);
}

/** A setting that an older instance or a file may lack. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Made one by one, so that Ctrl+C can interrupt in between. */
async function* withPages(
  files: ReadonlyMap<string, string | Uint8Array>,
  pages: readonly CatalogPage[],
  sourceOf: (page: CatalogPage) => string | null,
  context: CliContext,
): AsyncGenerator<SiteFile> {
  for (const [path, content] of files) yield { path, source: hexHash(content), content: () => content };
  let done = 0;
  for (const page of pages) {
    done += 1;
    context.progress(`Writing page ${done} of ${pages.length} ...`);
    await nextTurn();
    context.signal.throwIfAborted();
    const source = sourceOf(page);
    if (source !== null) yield { path: page.path, source, content: () => page.render() };
    else {
      const content = page.render();
      yield { path: page.path, source: hexHash(content), content: () => content };
    }
  }
}

/** What the page of an event type is made from; without examples, which follow from the schema. Null: not known. */
function sourcesOf(eventTypes: readonly PublicEventType[], program: string | undefined) {
  const byName = new Map(
    eventTypes.map((type) => {
      const { name, description, deprecated, deprecatedAt, sunsetAt, replacedBy } = type;
      const { groupName, updatedAt, schema } = type;
      const state = [deprecated, deprecatedAt, sunsetAt, replacedBy];
      return [name, JSON.stringify([description, state, groupName, updatedAt, schema])];
    }),
  );
  return ({ eventType, frame }: CatalogPage): string | null =>
    eventType === null || program === undefined
      ? null
      : hexHash(program, eventType, byName.get(eventType) ?? '', frame);
}

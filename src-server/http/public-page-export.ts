import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAssets } from '../base/built-styles';
import { copyAssets } from '../base/page-assets';
import type { PublicChanges, PublicPageBuilder } from '../catalog/public-page-builder';
import { changesAtom, FEED_ENTRIES } from '../catalog/public-site/changes-atom';
import { homeOf } from '../catalog/public-site/home-of';
import { type PageSettings, publicSite } from '../catalog/public-site/public-site';
import { robotFiles } from '../catalog/public-site/robot-files';
import { publicText } from '../catalog/takeaway/public-text';
import type { TypeExports } from '../catalog/type-exports';
import { optionsOfMany } from '../catalog/workers/options-of-many';
import type { TaskOptions } from '../catalog/workers/worker-queue';
import { EXPORT_FORMATS } from '../contract/event-type-export';
import { CHANGES_FEED, TYPES_FILES } from '../contract/public-catalog';
import type { PublicPageExportOut } from '../contract/public-page';
import type { SettingsOut } from '../contract/settings';

type ExportedFile = PublicPageExportOut['files'][number];

interface PublicPageExport {
  readonly builder: PublicPageBuilder;
  readonly typeExports: Pick<TypeExports, 'make'>;
  readonly changes: PublicChanges;
  readonly settings: PageSettings & Pick<SettingsOut, 'catalogDomain'>;
  /** Folder of the built pages. Null: they were not built. */
  readonly uiDir: string | null;
  readonly options: TaskOptions;
  /** Called when all files are ready, before the first is sent. */
  readonly onMade: () => Promise<void>;
}

/**
 * All files of the public catalog as the JSON text of PublicPageExportOut, in pieces: only part of one is in memory at a
 * time.
 */
export async function* exportPublicPage(parts: PublicPageExport): AsyncGenerator<string, void> {
  const { builder, settings, uiDir, onMade } = parts;
  const options = optionsOfMany(parts.options);
  const copied = uiDir === null ? null : await copyAssets(uiDir, readAssets(uiDir, 'catalog'));
  const assets = copied?.assets ?? { styles: [], fonts: [], script: null };
  const site = publicSite(settings, assets, { domain: settings.catalogDomain });
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-export-'));
  try {
    const pages = await builder.build(site, { folder, compress: false, fingerprint: 'export' }, options);
    const others = [
      ...robotFiles(pages.keys(), settings.catalogDomain),
      ...(await filesForPrograms({ ...parts, options })),
      ...(copied?.files ?? []),
    ];
    await onMade();
    let before = '{"files":[';
    for (const [path, { name }] of pages) {
      yield `${before}{"path":${JSON.stringify(path)},"base64":null,"text":"`;
      // Complete characters, so that each piece can be escaped by itself.
      for await (const text of createReadStream(join(folder, name), 'utf8')) {
        yield JSON.stringify(text).slice(1, -1);
      }
      yield '"}';
      before = ',';
    }
    for (const [path, content] of others) {
      yield before + JSON.stringify(toFile(path, content));
      before = ',';
    }
    yield ']}';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What programs read of the catalog. */
async function filesForPrograms(parts: PublicPageExport): Promise<readonly (readonly [string, string])[]> {
  const { typeExports, changes, settings, options } = parts;
  const title = settings.displayName?.trim() ?? '';
  const files: [string, string][] = [];
  for (const format of EXPORT_FORMATS) {
    const request = { format, title, visibleFlags: [], source: null };
    const { text } = await typeExports.make(request, options);
    files.push([TYPES_FILES[format], Buffer.from(publicText(format, text)).toString()]);
  }
  const feed = { author: title, home: homeOf(settings.catalogDomain) };
  return [...files, [CHANGES_FEED, changesAtom(await changes(FEED_ENTRIES), feed)]];
}

function toFile(path: string, content: string | Uint8Array): ExportedFile {
  const isText = typeof content === 'string';
  return {
    path,
    text: isText ? content : null,
    base64: isText ? null : Buffer.from(content).toString('base64'),
  };
}

import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCatalogAssets } from '../base/built-styles';
import { copyAssets } from '../base/page-assets';
import type { PublicPageBuilder } from '../catalog/public-page-builder';
import { type PageSettings, publicSite } from '../catalog/public-site/public-site';
import { robotFiles } from '../catalog/public-site/robot-files';
import type { TaskOptions } from '../catalog/workers/worker-queue';
import type { PublicPageExportOut } from '../contract/public-page';
import type { SettingsOut } from '../contract/settings';

type ExportedFile = PublicPageExportOut['files'][number];

interface PublicPageExport {
  readonly builder: PublicPageBuilder;
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
  const { builder, settings, uiDir, options, onMade } = parts;
  const copied = uiDir === null ? null : await copyAssets(uiDir, readCatalogAssets(uiDir));
  const assets = copied?.assets ?? { styles: [], script: null };
  const site = publicSite(settings, assets, { domain: settings.catalogDomain });
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-export-'));
  try {
    const pages = await builder.build(site, { folder, compress: false, fingerprint: 'export' }, options);
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
    const robots = robotFiles(pages.keys(), settings.catalogDomain);
    for (const [path, content] of [...robots, ...(copied?.files ?? [])]) {
      yield before + JSON.stringify(toFile(path, content));
      before = ',';
    }
    yield ']}';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function toFile(path: string, content: string | Uint8Array): ExportedFile {
  const isText = typeof content === 'string';
  return {
    path,
    text: isText ? content : null,
    base64: isText ? null : Buffer.from(content).toString('base64'),
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { createLog } from '../../../src-server/base/log';
import { PublishedPages } from '../../../src-server/catalog/published-pages';
import type { SettingsOut } from '../../../src-server/contract/settings';

test('a stop ends the current build, and waits for nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-'));
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const settings = { eventCatalogPublished: true, displayName: 'Acme' } as SettingsOut;
  const pages = new PublishedPages({
    folder: join(folder, 'pages'),
    store: { version: () => Promise.resolve('1'), arePublic: () => Promise.resolve(true) } as never,
    settings: { current: () => settings },
    builder: {
      build: (_site, _to, { onGone }) =>
        new Promise((_resolve, reject) => {
          onGone?.(() => reject(new Error('nobody waits any more')));
          begin();
        }),
      preview: () => Promise.resolve(null),
    },
    assets: { styles: [], script: null },
    domain: () => null,
    program: '',
    clock: systemClock,
    log: createLog('silent'),
  });
  await pages.start();
  await begun;
  const visitor = pages.find('');
  await pages.stop();
  await expect(visitor).rejects.toMatchObject({ status: 503, retryAfterS: 5 });
  await rm(folder, { recursive: true });
});

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createErasureFiles } from '../../../src-server/diagnostics/erasure-files';
import { newFolder } from '../../support/new-folder';

const SCOPE = { appIds: null, tags: null, eventIdPrefix: null, texts: ['Ada'], before: null, lastId: 'msg_' };

test('a folder of backups that cannot be read is named, since nobody knows what it holds', async () => {
  const folder = await newFolder();
  const [dataDir, backupDir] = [join(folder.path, 'data'), join(folder.path, 'kept')];
  await mkdir(dataDir);
  const backups = () => createErasureFiles({ dataDir, backupDir, file: null }).backups(SCOPE);
  expect(await backups()).toEqual([]);
  // A file in place of a folder is one that even root cannot list.
  await writeFile(join(dataDir, 'backups'), '');
  await writeFile(backupDir, '');
  expect(await backups()).toEqual([join(dataDir, 'backups'), backupDir]);
  await folder.remove();
});

import { rename, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { openOwnCertificate } from '../../../src-server/base/own-certificate';
import { FakeClock } from '../../support/fake-clock';
import { newFolder } from '../../support/new-folder';
import { startedForEach } from '../../support/started';
import { makeCertificate, replaceCertificate } from '../../support/test-certificate';
import { until } from '../../support/until';

const folder = startedForEach(newFolder);

async function opened() {
  const files = await makeCertificate(folder);
  const clock = new FakeClock();
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => void lines.push(line) });
  const certificate = await openOwnCertificate(files, { clock, log });
  await certificate.start();
  let changes = 0;
  certificate.onChanged(() => {
    changes += 1;
  });
  /** Looks at the files until what is asked is so. */
  const look = (isSo: () => boolean) =>
    until(
      () => {
        clock.advance(2000);
        return isSo();
      },
      (seen) => seen,
    );
  return { files, certificate, lines, look, changes: () => changes };
}

test('a certificate whose files were replaced is in use from then on', async () => {
  const { files, certificate, look, lines, changes } = await opened();
  expect(certificate.leaf().trim()).toBe(files.text.trim());
  const next = await makeCertificate(folder, 'next');
  await replaceCertificate(files, next);
  await look(() => changes() > 0);
  expect(certificate.leaf().trim()).toBe(next.text.trim());
  expect(certificate.context().cert).toBe(next.text);
  expect(lines).toEqual([]);
  await certificate.stop();
});

test('files that no longer fit leave the certificate before in use, which is logged once and said until they fit again', async () => {
  const { files, certificate, look, lines, changes } = await opened();
  const next = await makeCertificate(folder, 'next');
  await rename(next.cert, files.cert);
  await look(() => certificate.trouble() !== null);
  const sentence = certificate.trouble();
  expect(sentence).toContain(`The key in ${files.key} is not that of the certificate in ${files.cert}.`);
  expect(sentence).toMatch(/The certificate before it stays in use, and ends at 2\d{3}-/);
  expect(certificate.leaf().trim()).toBe(files.text.trim());
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('stays in use');
  await rename(next.key, files.key);
  await look(() => certificate.trouble() === null);
  expect([changes(), lines.length]).toEqual([1, 1]);
  await certificate.stop();
});

test('files that cannot be used from the beginning are refused with a sentence that names them', async () => {
  const { cert, key } = await makeCertificate(folder);
  const other = await makeCertificate(folder, 'other');
  const text = folder.file('text.pem');
  await writeFile(text, 'no certificate');
  const parts = { clock: new FakeClock(), log: createLog('silent') };
  const refusals = [
    [{ cert, key: other.key }, `The key in ${other.key} is not that of the certificate in ${cert}`],
    [{ cert: text, key }, `--tls-cert, ${text}, holds no certificate`],
    [{ cert, key: text }, `--tls-key, ${text}, holds no key`],
    [{ cert: folder.file('none'), key }, `--tls-cert, ${folder.file('none')}, cannot be read (ENOENT)`],
  ] as const;
  for (const [files, sentence] of refusals)
    await expect(openOwnCertificate(files, parts)).rejects.toThrow(sentence);
});

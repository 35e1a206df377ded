import { execFile } from 'node:child_process';
import { readFile, rename } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { CertificateFiles } from '../../src-server/base/own-certificate';
import type { NewFolder } from './new-folder';

/** Files of a certificate for the name `hooks.test`, which nothing but its own file vouches for. */
export interface TestCertificate extends CertificateFiles {
  /** The certificate, PEM. */
  readonly text: string;
}

/** Makes one with openssl, under this name in the folder. */
export async function makeCertificate(folder: NewFolder, name = 'own'): Promise<TestCertificate> {
  const [cert, key] = [folder.file(`${name}.pem`), folder.file(`${name}-key.pem`)];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'];
  const subject = ['-subj', '/CN=hooks.test', '-addext', 'subjectAltName=DNS:hooks.test'];
  await promisify(execFile)('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert]);
  return { cert, key, text: await readFile(cert, 'utf8') };
}

/** Puts the files of one certificate in the place of another's. */
export async function replaceCertificate(old: CertificateFiles, next: CertificateFiles): Promise<void> {
  await rename(next.cert, old.cert);
  await rename(next.key, old.key);
}

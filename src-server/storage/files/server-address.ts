import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from '../../base/lifecycle';
import type { OwnCertificate } from '../../base/own-certificate';
import { writeOwnFile } from './write-own-file';

/** Name of the file in the data folder that says where the server of the folder listens. */
const FILE = 'server-address';

/** Where the server of a folder listens, and how to recognize it. */
export interface ServerAddress {
  /** `http://host:port`, or https, without a trailing slash. */
  readonly baseUrl: string;
  /** Known to this run of the server and to anyone who may read the folder. Null: an older version wrote the file. */
  readonly secret: string | null;
  /** PEM of the certificate that it has. Null: it speaks plain http. */
  readonly certificate: string | null;
}

interface ServerAddressParts {
  readonly baseUrl: () => string;
  /** Of this run. */
  readonly secret: string;
  /** Null: it speaks plain http. */
  readonly tls: Pick<OwnCertificate, 'leaf' | 'onChanged'> | null;
}

/**
 * Records, while the server runs, where programs on this machine can reach it, with a secret of this run. A crash
 * leaves the file behind, and then anybody may listen on the port, so nobody sends a token there without `proveServer`.
 */
export function createServerAddress(dataDir: string, { baseUrl, secret, tls }: ServerAddressParts): Service {
  let written: Promise<void> = Promise.resolve();
  const write = () => {
    const text = `${baseUrl()}\n${secret}\n${tls?.leaf() ?? ''}`;
    written = written.catch(() => undefined).then(() => writeOwnFile(join(dataDir, FILE), text));
    return written;
  };
  return {
    name: 'server address',
    async start() {
      await write();
      // A full disk has reported itself; programs on this machine then say that the certificate is another one.
      tls?.onChanged(() => void write().catch(() => undefined));
    },
    async stop() {
      await written.catch(() => undefined);
      // Another server may have taken over the folder.
      if ((await readServerAddress(dataDir))?.secret === secret) await forgetServerAddress(dataDir);
    },
  };
}

/** Removes what a crash left behind. */
export async function forgetServerAddress(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true });
}

/** What is recorded; null when nothing is. */
export async function readServerAddress(dataDir: string): Promise<ServerAddress | null> {
  try {
    const [baseUrl = '', secret = '', ...rest] = (await readFile(join(dataDir, FILE), 'utf8')).split('\n');
    return {
      baseUrl: baseUrl.trim(),
      secret: secret.trim() || null,
      certificate: rest.join('\n').trim() || null,
    };
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')) return null;
    throw cause;
  }
}

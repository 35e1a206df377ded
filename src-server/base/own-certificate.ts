import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { type Clock, type Timer, toIsoTime } from './clock';
import type { Service } from './lifecycle';
import type { Log } from './log';

/** Where the certificate of this server is kept. */
export interface CertificateFiles {
  /** PEM: the certificate, then those that lead to its root. */
  readonly cert: string;
  /** PEM: the key of the certificate, without a password. */
  readonly key: string;
}

/** The certificate with which this server speaks https. It is read again when its files change. */
export interface OwnCertificate extends Service {
  /** What a listening socket needs. */
  context(): SecureContextOptions;
  /** PEM of the certificate itself, without the chain. */
  leaf(): string;
  /** Why the files cannot be used as they are now, in a sentence. Null: they are in use. */
  trouble(): string | null;
  /** Calls this each time another certificate is in use. */
  onChanged(listener: () => void): void;
}

interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** Files are compared by their content: a link that leads elsewhere, as of a mounted secret, is a change too. */
const LOOK_EVERY_MS = 2000;

/**
 * Reads the files, and looks at them from its start on. Whoever renews them writes one after the other: what does not fit
 * together is wrong only if it is still so at the next look.
 * @throws Error with a sentence that names the file, when they cannot be used
 */
export async function openOwnCertificate(
  files: CertificateFiles,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<OwnCertificate> {
  let used = await readPair(files);
  let leaf = leafOf(files, used);
  /** The sentence about the files at the last look. */
  let lastFault: string | null = null;
  let trouble: string | null = null;
  let timer: Timer | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = false;
  const listeners: (() => void)[] = [];

  async function look(): Promise<void> {
    try {
      const found = await readPair(files);
      if (found.cert !== used.cert || found.key !== used.key) {
        leaf = leafOf(files, found);
        used = found;
        log.info({ validTo: toIsoTime(Date.parse(leaf.validTo)) }, 'the new certificate is in use');
        for (const listener of listeners) listener();
      }
      lastFault = null;
      trouble = null;
    } catch (cause) {
      const fault = cause instanceof Error ? cause.message : String(cause);
      if (fault === lastFault && trouble !== fault) {
        trouble = fault;
        log.error({ reason: fault }, 'the new certificate cannot be used, and the one before stays in use');
      }
      lastFault = fault;
    }
  }

  function lookLater(): void {
    timer = clock.setTimer(LOOK_EVERY_MS, () => {
      looking = look().then(() => {
        if (!isStopped) lookLater();
      });
    });
  }

  return {
    name: 'certificate',
    context: () => ({ ...used, minVersion: 'TLSv1.2' }),
    leaf: () => leaf.toString(),
    trouble: () =>
      trouble === null
        ? null
        : `${trouble} The certificate before it stays in use, and ends at ${toIsoTime(Date.parse(leaf.validTo))}.`,
    onChanged: (listener) => listeners.push(listener),
    async start() {
      lookLater();
    },
    async stop() {
      isStopped = true;
      timer?.cancel();
      await looking;
    },
  };
}

async function readPair({ cert, key }: CertificateFiles): Promise<Pair> {
  return { cert: await readText('tls-cert', cert), key: await readText('tls-key', key) };
}

async function readText(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const { code = String(cause) } = cause as NodeJS.ErrnoException;
    throw new Error(`The file of --${flag}, ${path}, cannot be read (${code}).`, { cause });
  }
}

/** @throws Error when the pair cannot be used. No message has anything of the key */
function leafOf(files: CertificateFiles, pair: Pair): X509Certificate {
  const leaf = attempt(`The file of --tls-cert, ${files.cert}, holds no certificate in PEM.`, () => {
    return new X509Certificate(pair.cert);
  });
  const key = attempt(`The file of --tls-key, ${files.key}, holds no key in PEM without a password.`, () => {
    return createPrivateKey(pair.key);
  });
  if (!leaf.checkPrivateKey(key))
    throw new Error(
      `The key in ${files.key} is not that of the certificate in ${files.cert}. Give --tls-cert and --tls-key files that belong together.`,
    );
  attempt(`The certificate in ${files.cert} cannot be used for TLS 1.2 or later.`, () => {
    return createSecureContext({ ...pair, minVersion: 'TLSv1.2' });
  });
  return leaf;
}

function attempt<T>(sentence: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new Error(sentence, { cause });
  }
}

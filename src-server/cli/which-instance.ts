import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config';
import { readServerAddress, type ServerAddress } from '../storage/files/server-address';
import { proveServer } from '../storage/files/server-proof';
import { normalizeBaseUrl } from '../sync/base-url';
import { CliError } from './cli-error';
import type { CliContext } from './command';
import { EXIT } from './exit-code';
import type { InstanceAddress } from './instance';

type Flag = (name: string) => string | undefined;

/**
 * The instance to use. A flag wins over the environment; `--url` and `--data-dir` exclude each other. Without a URL, it
 * is the server running on the data folder, with the admin token kept there; that server has to prove itself, because
 * after a crash anybody may listen on its port. A token is only ever sent where it belongs: POSTHORN_TOKEN only to
 * POSTHORN_URL, the token of the data folder to no given URL at all.
 * @throws ConfigError, or CliError when no server runs
 */
export async function whichInstance(flag: Flag, context: CliContext): Promise<InstanceAddress> {
  const { POSTHORN_URL, POSTHORN_TOKEN } = context.env;
  if (flag('url') !== undefined && flag('data-dir') !== undefined) {
    throw new ConfigError(
      'Give either --url for another instance, or --data-dir for the one that runs here.',
    );
  }
  const args = await givenToken(flag('token'), flag('token-file'), 'token');
  const known = POSTHORN_URL ? address(POSTHORN_URL, 'POSTHORN_URL') : null;
  const wanted = flag('url') === undefined ? null : address(flag('url') ?? '', '--url');
  if (wanted !== null || (known !== null && flag('data-dir') === undefined)) {
    const baseUrl = wanted ?? known ?? '';
    const fromEnvironment = known === null || known === baseUrl ? POSTHORN_TOKEN : undefined;
    const token = args ?? (fromEnvironment || null);
    if (token === null) throw new ConfigError(missingToken(baseUrl, POSTHORN_TOKEN));
    return { baseUrl, token, prove: null };
  }
  const dataDir = flag('data-dir') ?? (context.env.POSTHORN_DATA_DIR || context.defaultDataDir);
  const found = await readServerAddress(dataDir);
  if (found === null) throw noServer(dataDir);
  const prove = () => proveLocal(dataDir, found);
  await prove();
  const fromEnvironment = known === null && flag('data-dir') === undefined ? POSTHORN_TOKEN : undefined;
  const token = args ?? (fromEnvironment || context.env.POSTHORN_ADMIN_TOKEN || (await adminToken(dataDir)));
  return { baseUrl: found.baseUrl, token, prove, certificate: found.certificate };
}

/**
 * A token given by a flag or in a file; null when there is neither.
 * @param name of the flag, without its dashes
 */
export async function givenToken(
  token: string | undefined,
  file: string | undefined,
  name: string,
): Promise<string | null> {
  if (token !== undefined && file !== undefined) {
    throw new ConfigError(`Give either --${name} or --${name}-file.`);
  }
  const text = file === undefined ? token : await readTokenFile(file);
  if (text === undefined) return null;
  // Not repeated in the message: it may still be a token.
  if (!/^[\x21-\x7e]+$/.test(text)) {
    throw new ConfigError(file === undefined ? `--${name} has no token.` : `The file ${file} has no token.`);
  }
  return text;
}

/** A URL in canonical form. @throws ConfigError that begins with where it came from */
export function address(text: string, from: string): string {
  try {
    return normalizeBaseUrl(text);
  } catch (cause) {
    throw new ConfigError(`${from}: ${cause instanceof Error ? cause.message : cause}`);
  }
}

/** @throws CliError unless the server of this folder answers there: no other may get a token */
async function proveLocal(dataDir: string, found: ServerAddress): Promise<void> {
  const proof = await proveServer(found);
  if (proof === 'silent') throw noServer(dataDir);
  if (proof === 'proven') return;
  throw new CliError(
    EXIT.unreachable,
    `The program that listens on ${found.baseUrl} is not the server of the data folder ${dataDir}. No token was sent. ${
      proof === 'alive'
        ? 'If it is an older version of the server, restart it with this version.'
        : 'Find out which program listens there, and start the server ("posthorn serve").'
    }`,
  );
}

function noServer(dataDir: string): CliError {
  return new CliError(
    EXIT.unreachable,
    `No server runs on the data folder ${dataDir}. Start it first ("posthorn serve"), or give --url for another instance.`,
  );
}

async function adminToken(dataDir: string): Promise<string> {
  const token = await readFile(join(dataDir, 'admin-token'), 'utf8').catch(() => '');
  if (token.trim() !== '') return token.trim();
  throw new ConfigError(
    `You cannot read an admin token in ${dataDir}. If the server uses POSTHORN_ADMIN_TOKEN, set it here too.`,
  );
}

async function readTokenFile(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (cause) {
    throw new ConfigError(
      `The token file ${path} cannot be read (${(cause as NodeJS.ErrnoException).code ?? cause}).`,
    );
  }
}

function missingToken(baseUrl: string, inEnvironment: string | undefined): string {
  const { host } = new URL(baseUrl);
  return inEnvironment
    ? `POSTHORN_TOKEN is only for POSTHORN_URL and is not sent to ${host}. Give --token-file.`
    : `A token for ${host} is missing. Give --token-file, or set POSTHORN_TOKEN.`;
}

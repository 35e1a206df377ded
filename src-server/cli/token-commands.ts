import { open } from 'node:fs/promises';
import { ConfigError } from '../config';
import type { TokenOut } from '../contract/access';
import { TOKEN_KINDS, type TokenKind } from '../contract/token-kinds';
import { CliError, isUnknownOperation } from './cli-error';
import type { Command } from './command';
import { EXIT } from './exit-code';
import type { Instance } from './instance';
import { table } from './table';

const DAY_MS = 86_400_000;
const UNIT_MS: Readonly<Record<string, number>> = { d: DAY_MS, h: 3_600_000, m: 60_000 };

export const tokenCreateCommand: Command = {
  name: 'token create',
  usage: 'NAME [--kind KIND | --flag FLAG ... | --reader] [--expires WHEN] [--out FILE]',
  summary: 'Creates a token and prints it once.',
  about: `Creates a token for a program or a person. Without --kind, --flag or --reader, it has full access. Only the token goes to standard output, for use in scripts; messages go to standard error.`,
  options: {
    kind: {
      type: 'string',
      value: 'KIND',
      help: `What it may do: ${TOKEN_KINDS.join(', ')}. See the guide on tokens.`,
    },
    flag: {
      type: 'string',
      multiple: true,
      value: 'FLAG',
      help: 'Read-only: sees what customers see, plus event types with this feature flag.',
    },
    reader: { type: 'boolean', help: 'Read-only: sees what customers without any feature flag see.' },
    expires: {
      type: 'string',
      value: 'WHEN',
      help: 'A time such as 2027-01-31T12:00:00Z, or a duration: 90d, 12h.',
    },
    out: {
      type: 'string',
      value: 'FILE',
      help: 'Writes the token to a new file that only you can read, instead of printing it.',
    },
  },
  examples: [
    'posthorn token create "CI pipeline" --expires 90d',
    'posthorn token create Anna --kind support',
    'posthorn token create Docs --flag beta --out docs-token',
  ],
  positionals: [1, 1],
  asks: 'instance',
  async run({ positionals: [name = ''], list, has, text, context, instance }) {
    const kind = kindOf(text('kind'));
    const flags = list('flag');
    const isForFlags = flags.length > 0 || has('reader');
    if (kind !== null && isForFlags)
      throw new ConfigError(
        'Use either --kind, or --flag and --reader. A --kind reader token sees all event types.',
      );
    const expires = text('expires');
    const expiresAt = expires === undefined ? null : timeOf(expires, context.clock.now());
    const file = text('out');
    const server = await instance();
    // Before the token is created: one that nobody has seen would have to be found and revoked.
    const handle = file === undefined ? null : await newFile(file);
    try {
      const made = await known(server, () =>
        server.ask('POST /auth/token', {
          // Older instances know no kinds.
          body: { name, ...(kind && { kind }), featureFlags: isForFlags ? flags : null, expiresAt },
        }),
      );
      await handle?.writeFile(`${made.token}\n`);
      const { token, ...rest } = made;
      const what = `Created ${made.id} "${made.name}" on ${server.host}: ${rights(made)}, ${expiry(made)}.`;
      return {
        json: file === undefined ? made : { ...rest, file },
        lines: [file === undefined ? token : `${what} The token is in ${file}.`],
        ...(file === undefined ? { stderr: [`${what} The token is not shown again.`] } : {}),
      };
    } finally {
      await handle?.close();
    }
  },
};

export const tokenListCommand: Command = {
  name: 'token list',
  usage: '',
  summary: 'Lists the tokens, without their secrets.',
  about:
    'Lists the tokens with their permissions. The list does not include the admin token of the data folder.',
  options: {},
  examples: ['posthorn token list'],
  positionals: [0, 0],
  asks: 'instance',
  async run({ instance }) {
    const server = await instance();
    const tokens = await listTokens(server);
    const rows = tokens.map((token) => [
      token.id,
      token.name,
      rights(token),
      expiry(token),
      token.lastUsedAt ? `used ${token.lastUsedAt}` : 'never used',
    ]);
    return {
      json: { tokens },
      lines: tokens.length === 0 ? [`${server.host} has no tokens besides the admin token.`] : table(rows),
    };
  },
};

export const tokenRevokeCommand: Command = {
  name: 'token revoke',
  usage: 'ID',
  summary: 'Revokes a token at once.',
  about:
    'Revokes a token: programs that use it are refused at once. ID is the id in "posthorn token list", or a name that only\none token has.',
  options: {},
  examples: ['posthorn token revoke "CI pipeline"'],
  positionals: [1, 1],
  asks: 'instance',
  async run({ positionals: [wanted = ''], instance }) {
    const server = await instance();
    const tokens = await listTokens(server);
    const found = tokens.filter(({ id }) => id === wanted);
    if (found.length === 0) found.push(...tokens.filter(({ name }) => name === wanted));
    const [token, another] = found;
    if (token === undefined) {
      throw new CliError(
        EXIT.no,
        `${server.host} has no token "${wanted}". "posthorn token list" lists all.`,
      );
    }
    if (another !== undefined) {
      throw new CliError(
        EXIT.no,
        `${found.length} tokens have the name "${wanted}". Give the id: ${found.map(({ id }) => id).join(', ')}.`,
      );
    }
    await server.ask('DELETE /auth/token/{token}', { path: { token: token.id } });
    return {
      json: { id: token.id, name: token.name },
      lines: [`Revoked ${token.id} "${token.name}" on ${server.host}.`],
    };
  },
};

async function listTokens(server: Instance): Promise<readonly TokenOut[]> {
  return known(server, () => server.listAll('GET /auth/token', {}));
}

/** Says clearly if an instance does not support this. */
async function known<T>(server: Instance, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (!isUnknownOperation(cause)) throw cause;
    throw new CliError(
      EXIT.no,
      `${server.host} is not Posthorn, or an old version, so its tokens cannot be managed from here. Use its own tools.`,
    );
  }
}

async function newFile(path: string) {
  try {
    return await open(path, 'wx', 0o600);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new CliError(
      EXIT.no,
      code === 'EEXIST'
        ? `${path} already exists. Choose another name.`
        : `${path} cannot be written (${code}).`,
    );
  }
}

function timeOf(text: string, now: number): string {
  const [, count, unit = ''] = /^(\d{1,6})([dhm])$/.exec(text) ?? [];
  const at = count === undefined ? Date.parse(text) : now + Number(count) * (UNIT_MS[unit] ?? 0);
  if (Number.isNaN(at)) {
    throw new ConfigError(
      `--expires must be a time such as 2027-01-31T12:00:00Z or a duration such as 90d, not "${text}".`,
    );
  }
  return new Date(at).toISOString();
}

function kindOf(text: string | undefined): TokenKind | null {
  if (text === undefined) return null;
  const kind = TOKEN_KINDS.find((name) => name === text);
  if (kind === undefined)
    throw new ConfigError(`--kind must be one of ${TOKEN_KINDS.join(', ')}, not "${text}".`);
  return kind;
}

/** @param token of an older instance, it may have no kind */
function rights({
  kind,
  featureFlags,
}: Pick<TokenOut, 'featureFlags'> & Partial<Pick<TokenOut, 'kind'>>): string {
  if (featureFlags === null) return kind === undefined || kind === 'full' ? 'full access' : kind;
  return featureFlags.length === 0 ? 'reads' : `reads, with ${featureFlags.join(', ')}`;
}

function expiry({ expiresAt }: Pick<TokenOut, 'expiresAt'>): string {
  return expiresAt === null ? 'never expires' : `expires ${expiresAt}`;
}

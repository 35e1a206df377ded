import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CertificateFiles } from './base/own-certificate';
import { parseUrl } from './base/parse-url';
import { readDuration } from './base/read-duration';
import { DEFAULT_NOTICE_AFTER_S } from './contract/notice-channel';
import { HOST_NAME_PATTERN } from './contract/public-page';
import { readNoProxy } from './outbound/no-proxy';
import { type ProxySetting, readProxy } from './outbound/proxy-setting';
import { readPostgresAddress } from './storage/postgres-address';

/** Everything that can be set when a server starts. */
export interface ServerConfig {
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
  /** Address to listen on. Loopback by default: nobody else on the network can reach it. */
  readonly host: string;
  /** The address of a PostgreSQL database, with its password. Null or absent: the database is a file of `dataDir`. */
  readonly database?: string | null;
  /** What the nodes that share the database share too: at least 32 characters. Needed with a database. */
  readonly clusterSecret?: string | null;
  /** Where the other nodes reach this one: `http://host:port`. Null or absent: where it listens. */
  readonly advertise?: string | null;
  /** How long a node without a sign of life keeps the endpoints that it sends to, in seconds. Absent: 6. */
  readonly leaseS?: number;
  /** 64 hexadecimal digits that encrypt stored tokens. Null or absent: a key is kept in the data folder. */
  readonly secretKey?: string | null;
  /** Folder for the database, the admin token and the lock. Created if needed. */
  readonly dataDir: string;
  /**
   * The admin token; null: one is created at the first start and kept in the data folder, readable only by its owner.
   */
  readonly adminToken: string | null;
  /** Gives access to `/metrics` and nothing else, for a program on another machine. Null: there is none. */
  readonly metricsToken: string | null;
  /** Networks (CIDR) that deliveries may reach although they are private, loopback or reserved. */
  readonly allowTargets: readonly string[];
  /** True when a person runs it here (window or `npm start`): loopback targets are allowed while `host` is loopback. */
  readonly workstation: boolean;
  /** Waits between attempts of a failed delivery, in seconds; empty: no retry. */
  readonly retryScheduleS: readonly number[];
  /** How long a receiver may take for its whole response, in seconds. */
  readonly requestTimeoutS: number;
  /** Days to keep payloads, and ended deliveries with their attempts. */
  readonly retentionDays: number;
  /** Days to keep lines of the audit. Absent: 365. */
  readonly auditDays?: number;
  /** Hours that all attempts of an endpoint may fail before it is disabled. 0: it never is. */
  readonly disableAfterHours: number;
  /** Seconds that an endpoint fails before people are told. Absent: 300. */
  readonly noticeAfterS?: number;
  /** Most endpoints of an application. Absent: 500. */
  readonly maxEndpoints?: number;
  /** pino level: silent, error, warn, info, debug. */
  readonly logLevel: string;
  /** Sources of the settings that are not defaults, by the name of their flag. Absent: unknown. */
  readonly sources?: Readonly<Record<string, SettingSource>>;
  /** Host names that the operator has activated for the public catalog; they serve nothing else. */
  readonly catalogDomains?: readonly string[];
  /** The name that DNS records of such domains have to point to. Null or absent: not known. */
  readonly catalogHost?: string | null;
  /** The proxy through which this server sends. Null or absent: none. */
  readonly proxy?: ProxySetting | null;
  /** True: new and changed endpoints must be https, whatever the settings say. */
  readonly httpsOnly?: boolean;
  /** Where and how often the database is backed up, and how many files stay. Null or absent: only when somebody asks. */
  readonly backup?: BackupPlan | null;
  /** The files of the certificate with which the server speaks https. Null or absent: it speaks plain http. */
  readonly tls?: CertificateFiles | null;
  /** What is reached without it: addresses, networks (CIDR), names with everything below them, `*`. */
  readonly noProxy?: readonly string[];
}

/** Backups on a schedule. */
interface BackupPlan {
  readonly dir: string;
  readonly everyMs: number;
  /** How many files stay. */
  readonly keep: number;
}

/** A flag of the command line, or an environment variable. */
export type SettingSource = 'flag' | 'environment';

/** The lease of a node, in seconds. */
export const DEFAULT_LEASE_S = 6;

/** Most endpoints of an application. */
export const DEFAULT_MAX_ENDPOINTS = 500;
/** How many days of the audit are kept, unless the settings say otherwise. */
export const DEFAULT_AUDIT_DAYS = 365;

/** 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h: eight attempts over about 27.6 hours. */
export const DEFAULT_RETRY_SCHEDULE_S: readonly number[] = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];

/** The settings of `posthorn serve`, by the name of their flag. */
export const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  'data-dir': { type: 'string' },
  database: { type: 'string' },
  advertise: { type: 'string' },
  lease: { type: 'string' },
  'allow-target': { type: 'string', multiple: true },
  'retry-schedule': { type: 'string' },
  'request-timeout': { type: 'string' },
  'retention-days': { type: 'string' },
  'audit-days': { type: 'string' },
  'disable-after-hours': { type: 'string' },
  'max-endpoints': { type: 'string' },
  'notice-after': { type: 'string' },
  'log-level': { type: 'string' },
  'metrics-token': { type: 'string' },
  'catalog-domain': { type: 'string', multiple: true },
  'catalog-host': { type: 'string' },
  proxy: { type: 'string' },
  'no-proxy': { type: 'string', multiple: true },
  'https-only': { type: 'boolean' },
  'backup-dir': { type: 'string' },
  'backup-every': { type: 'string' },
  'backup-keep': { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  workstation: { type: 'boolean' },
} as const;

const CLUSTER_SECRET_MIN = 32;
const BACKUP_LEAST_MS = 5000;
const BACKUP_MOST_MS = 365 * 24 * 3_600_000;

/** Says in one sentence which setting is wrong, and what it should be. */
export class ConfigError extends Error {}

/**
 * Reads the settings of `posthorn serve`: a flag wins over its environment variable (`--data-dir`,
 * `POSTHORN_DATA_DIR`), which wins over the default.
 * @param defaultDataDir used when no data folder is given
 * @throws ConfigError
 */
export function readConfig(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  defaultDataDir: string,
): ServerConfig {
  const flags = parse(args);
  const text = (name: keyof typeof OPTIONS & string): string | undefined => {
    const flag = flags[name];
    if (typeof flag === 'string') return flag;
    return env[variableOf(name)] || undefined;
  };
  const allow = flags['allow-target'] ?? env.POSTHORN_ALLOW_TARGET?.split(',') ?? [];
  return {
    port: integer('port', text('port') ?? '8071', 0, 65_535),
    host: text('host') ?? '127.0.0.1',
    dataDir: text('data-dir') ?? defaultDataDir,
    ...databaseOf(text('database') ?? null, env),
    advertise: optional(text('advertise'), nodeAddress),
    leaseS: number('lease', text('lease') ?? String(DEFAULT_LEASE_S), 2, 60),
    secretKey: optional(env.POSTHORN_SECRET_KEY || undefined, secretKey),
    adminToken: env.POSTHORN_ADMIN_TOKEN || null,
    metricsToken: secret('metrics-token', text('metrics-token')),
    allowTargets: allow.map((item) => item.trim()).filter((item) => item !== ''),
    workstation: flags.workstation ?? isOn(env.POSTHORN_WORKSTATION),
    retryScheduleS: schedule(text('retry-schedule')),
    requestTimeoutS: number('request-timeout', text('request-timeout') ?? '15', 0.05, 600),
    retentionDays: integer('retention-days', text('retention-days') ?? '90', 1, 36_500),
    auditDays: integer('audit-days', text('audit-days') ?? String(DEFAULT_AUDIT_DAYS), 1, 36_500),
    disableAfterHours: number('disable-after-hours', text('disable-after-hours') ?? '120', 0, 8760),
    maxEndpoints: integer(
      'max-endpoints',
      text('max-endpoints') ?? String(DEFAULT_MAX_ENDPOINTS),
      1,
      100_000,
    ),
    noticeAfterS: integer('notice-after', text('notice-after') ?? String(DEFAULT_NOTICE_AFTER_S), 0, 86_400),
    logLevel: text('log-level') ?? 'warn',
    sources: sourcesOf(flags, env),
    catalogDomains: (flags['catalog-domain'] ?? env.POSTHORN_CATALOG_DOMAIN?.split(',') ?? [])
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => hostName('catalog-domain', name)),
    catalogHost: optional(text('catalog-host'), (name) => hostName('catalog-host', name)),
    proxy: optional(text('proxy'), proxyOf),
    noProxy: noProxyOf(flags['no-proxy'] ?? [env.POSTHORN_NO_PROXY ?? '']),
    httpsOnly: flags['https-only'] ?? isOn(env.POSTHORN_HTTPS_ONLY),
    backup: backupOf(text),
    tls: tlsOf(text('tls-cert'), text('tls-key')),
  };
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

function sourcesOf(
  flags: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, SettingSource>> {
  return Object.fromEntries(
    [...Object.keys(OPTIONS), 'admin-token'].flatMap((name): [string, SettingSource][] => {
      if (flags[name] !== undefined) return [[name, 'flag']];
      return env[variableOf(name)] ? [[name, 'environment']] : [];
    }),
  );
}

/** The environment variable of a setting. */
export function variableOf(name: string): string {
  return `POSTHORN_${name.toUpperCase().replaceAll('-', '_')}`;
}

/** The folder where programs of this system keep their data; the same for the window and the headless server. */
export function defaultDataDir(env: Readonly<Record<string, string | undefined>>, platform: string): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Posthorn', 'data');
  if (platform === 'win32')
    return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'Posthorn', 'data');
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'posthorn');
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: false }).values;
  } catch (cause) {
    throw new ConfigError(cause instanceof Error ? cause.message : String(cause));
  }
}

function schedule(value: string | undefined): readonly number[] {
  if (value === undefined) return DEFAULT_RETRY_SCHEDULE_S;
  if (value.trim() === '' || value.trim() === 'none') return [];
  return value.split(',').map((part) => number('retry-schedule', part.trim(), 0, 30 * 86_400));
}

/** A token that could be guessed would be useless. The message does not repeat it: it may end up in a log. */
function secret(name: string, value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!/^[\x21-\x7e]{16,}$/.test(value)) {
    throw new ConfigError(`--${name} must have at least 16 characters, without spaces`);
  }
  return value;
}

/** Secrets come from the environment alone: others can read the arguments of a process. */
function databaseOf(
  database: string | null,
  env: Readonly<Record<string, string | undefined>>,
): Pick<ServerConfig, 'database' | 'clusterSecret'> {
  if (database === null) return { database };
  try {
    readPostgresAddress(database);
  } catch (cause) {
    throw new ConfigError(cause instanceof Error ? cause.message : String(cause));
  }
  const clusterSecret = env.POSTHORN_CLUSTER_SECRET ?? '';
  if (clusterSecret.length < CLUSTER_SECRET_MIN)
    throw new ConfigError(
      `POSTHORN_CLUSTER_SECRET ${clusterSecret === '' ? 'is missing' : 'is too short'}: with a database, it must have at least ${CLUSTER_SECRET_MIN} characters, the same for all nodes that share the database. "openssl rand -hex 32" makes one`,
    );
  return { database, clusterSecret };
}

function nodeAddress(value: string): string {
  const url = parseUrl(value);
  const isPlain =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    url.search + url.hash + url.username + url.password === '';
  if (!isPlain)
    throw new ConfigError(
      '--advertise must be a URL such as http://node1.internal:8071, without anything after the port',
    );
  return url.origin;
}

/** The message does not repeat it. */
function secretKey(value: string): string {
  if (!/^[0-9a-fA-F]{64}$/.test(value))
    throw new ConfigError('POSTHORN_SECRET_KEY must be 64 hexadecimal digits');
  return value;
}

function optional<T>(value: string | undefined, read: (value: string) => T): T | null {
  return value === undefined ? null : read(value);
}

function hostName(flag: string, value: string): string {
  const name = value.toLowerCase().replace(/\.$/, '');
  if (!new RegExp(HOST_NAME_PATTERN).test(name))
    throw new ConfigError(`--${flag} must be a host name such as events.example.com, not "${value}"`);
  return name;
}

/** The message does not repeat the address: it may hold a password. */
function proxyOf(value: string): ProxySetting {
  const proxy = readProxy(value);
  if (proxy) return proxy;
  throw new ConfigError(
    '--proxy must be a URL such as http://user:password@proxy.example.com:3128, with http, https or socks5',
  );
}

function backupOf(text: (name: keyof typeof OPTIONS & string) => string | undefined): BackupPlan | null {
  const dir = text('backup-dir');
  const given = (['backup-every', 'backup-keep'] as const).find((name) => text(name) !== undefined);
  if (dir === undefined && given === undefined) return null;
  if (dir === undefined) throw new ConfigError(`--${given} needs --backup-dir: the folder of the backups`);
  if (text('database') !== undefined)
    throw new ConfigError(
      '--backup-dir backs up a database in a file. Back PostgreSQL up with its own tools, such as pg_dump',
    );
  const every = text('backup-every') ?? '24h';
  const everyMs = readDuration(every);
  if (everyMs === null || everyMs < BACKUP_LEAST_MS || everyMs > BACKUP_MOST_MS)
    throw new ConfigError(
      `--backup-every must be a duration from 5s to 8760h, such as 10m or 24h, not "${every}"`,
    );
  return { dir, everyMs, keep: integer('backup-keep', text('backup-keep') ?? '7', 1, 10_000) };
}

function tlsOf(cert: string | undefined, key: string | undefined): CertificateFiles | null {
  if (cert !== undefined && key !== undefined) return { cert, key };
  if (cert === undefined && key === undefined) return null;
  const [given, missing] = cert === undefined ? ['key', 'cert'] : ['cert', 'key'];
  throw new ConfigError(
    `--tls-${given} needs --tls-${missing}: the server speaks https with a certificate and its key`,
  );
}

function noProxyOf(lists: readonly string[]): readonly string[] {
  const entries = lists.flatMap((list) => list.split(',')).map((entry) => entry.trim());
  const given = entries.filter((entry) => entry !== '');
  try {
    readNoProxy(given);
  } catch (cause) {
    const entry = cause instanceof RangeError ? cause.message : '';
    throw new ConfigError(`--no-proxy must list addresses, networks (CIDR), host names or *, not "${entry}"`);
  }
  return given;
}

function number(name: string, value: string, min: number, max: number): number {
  const result = Number(value);
  if (value === '' || !Number.isFinite(result) || result < min || result > max) {
    throw new ConfigError(`--${name} must be a number from ${min} to ${max}, not "${value}"`);
  }
  return result;
}

function integer(name: string, value: string, min: number, max: number): number {
  const result = number(name, value, min, max);
  if (!Number.isInteger(result)) throw new ConfigError(`--${name} must be a whole number, not "${value}"`);
  return result;
}

import { durationText } from '../base/read-duration';
import {
  DEFAULT_AUDIT_DAYS,
  DEFAULT_LEASE_S,
  DEFAULT_MAX_ENDPOINTS,
  DEFAULT_RETRY_SCHEDULE_S,
  type ServerConfig,
  variableOf,
} from '../config';
import { DEFAULT_NOTICE_AFTER_S } from '../contract/notice-channel';
import type { StartSettingOut } from '../contract/service';
import { proxyLabel } from '../outbound/proxy-setting';
import { readPostgresAddress } from '../storage/postgres-address';

interface Row {
  readonly name: string;
  /** What follows the flag, as an example. Null: it has no flag. */
  readonly example: string | null;
  readonly description: string;
  value(config: ServerConfig): string;
}

const ROWS: readonly Row[] = [
  {
    name: 'host',
    example: '127.0.0.1',
    description: 'Address to listen on. On 127.0.0.1 only this computer reaches it.',
    value: ({ host }) => host,
  },
  {
    name: 'port',
    example: '8071',
    description: 'Port to listen on; 0 picks a free one.',
    value: ({ port }) => String(port),
  },
  {
    name: 'data-dir',
    example: 'DIR',
    description: 'Folder for the database, its backups and the admin token.',
    value: ({ dataDir }) => dataDir,
  },
  {
    name: 'database',
    example: 'postgres://posthorn@db.example.com/posthorn',
    description:
      'PostgreSQL, which keeps everything instead of a file. With a password, prefer the environment variable.',
    value: ({ database = null }) =>
      database === null ? 'a file of the data folder' : readPostgresAddress(database).name,
  },
  {
    name: 'advertise',
    example: 'http://node1.internal:8071',
    description: 'Where the other nodes that share the database reach this one.',
    value: ({ advertise = null }) => advertise ?? 'where it listens',
  },
  {
    name: 'lease',
    example: '6',
    description: 'Seconds without a heartbeat until other nodes take over.',
    value: ({ leaseS = DEFAULT_LEASE_S }) => String(leaseS),
  },
  {
    name: 'workstation',
    example: '',
    description:
      'Workstation: deliveries may reach this computer while the server listens on this computer only.',
    value: ({ workstation }) => (workstation ? 'on' : 'off'),
  },
  {
    name: 'allow-target',
    example: '10.0.0.0/8',
    description: 'Private networks that deliveries may reach.',
    value: ({ allowTargets }) => allowTargets.join(', ') || 'none',
  },
  {
    name: 'proxy',
    example: 'http://proxy.example.com:3128',
    description:
      'The proxy through which this server sends. With a password, prefer the environment variable.',
    value: ({ proxy = null }) =>
      proxy === null
        ? 'none'
        : `${proxyLabel(proxy)}${proxy.credentials === null ? '' : ', with a password'}`,
  },
  {
    name: 'no-proxy',
    example: 'localhost,10.0.0.0/8,.example.com',
    description: 'Addresses, networks and host names that are reached without the proxy.',
    value: ({ noProxy = [] }) => noProxy.join(', ') || 'none',
  },
  {
    name: 'https-only',
    example: '',
    description: 'Refuses new and changed endpoints without https, whatever the settings say.',
    value: ({ httpsOnly = false }) => (httpsOnly ? 'on' : 'off'),
  },
  {
    name: 'backup-dir',
    example: '/backup/posthorn',
    description: 'Folder for verified backups on a schedule.',
    value: ({ backup = null }) => backup?.dir ?? 'none',
  },
  {
    name: 'backup-every',
    example: '24h',
    description: 'Time from one of these backups to the next: 5s, 10m, 24h.',
    value: ({ backup = null }) => (backup ? durationText(backup.everyMs) : 'none'),
  },
  {
    name: 'backup-keep',
    example: '7',
    description: 'How many of them stay. No other file of that folder is ever removed.',
    value: ({ backup = null }) => (backup ? String(backup.keep) : 'none'),
  },
  {
    name: 'tls-cert',
    example: '/etc/posthorn/cert.pem',
    description:
      'Certificate with which this server speaks https, with those that lead to its root (PEM). Read again when it changes.',
    value: ({ tls = null }) => tls?.cert ?? 'none',
  },
  {
    name: 'tls-key',
    example: '/etc/posthorn/key.pem',
    description: 'The key of that certificate (PEM, without a password).',
    value: ({ tls = null }) => tls?.key ?? 'none',
  },
  {
    name: 'retry-schedule',
    example: DEFAULT_RETRY_SCHEDULE_S.join(','),
    description: 'Seconds to wait before each retry, unless the settings define retries.',
    value: ({ retryScheduleS }) => retryScheduleS.join(', ') || 'none',
  },
  {
    name: 'request-timeout',
    example: '15',
    description: 'Time limit for the whole response of a receiver, in seconds.',
    value: ({ requestTimeoutS }) => `${requestTimeoutS} s`,
  },
  {
    name: 'retention-days',
    example: '90',
    description: 'Days to keep payloads and finished deliveries.',
    value: ({ retentionDays }) => `${retentionDays} days`,
  },
  {
    name: 'audit-days',
    example: '365',
    description: 'Days to keep the audit: who changed what.',
    value: ({ auditDays = DEFAULT_AUDIT_DAYS }) => `${auditDays} days`,
  },
  {
    name: 'disable-after-hours',
    example: '120',
    description: 'Hours of failing attempts before an endpoint is disabled; 0 for never.',
    value: ({ disableAfterHours }) => (disableAfterHours === 0 ? 'never' : `${disableAfterHours} hours`),
  },
  {
    name: 'max-endpoints',
    example: '500',
    description: 'Endpoints an application may have. Existing ones above it stay.',
    value: ({ maxEndpoints = DEFAULT_MAX_ENDPOINTS }) => String(maxEndpoints),
  },
  {
    name: 'notice-after',
    example: '300',
    description: 'Seconds an endpoint fails before people are told.',
    value: ({ noticeAfterS = DEFAULT_NOTICE_AFTER_S }) => `${noticeAfterS} s`,
  },
  {
    name: 'catalog-domain',
    example: 'events.example.com',
    description: 'Host names on which the public catalog is served at /, and nothing else.',
    value: ({ catalogDomains = [] }) => (catalogDomains.length === 0 ? 'none' : catalogDomains.join(', ')),
  },
  {
    name: 'catalog-host',
    example: 'hooks.example.com',
    description: 'The name that CNAME records of such domains point to.',
    value: ({ catalogHost = null }) => catalogHost ?? 'none',
  },
  {
    name: 'log-level',
    example: 'info',
    description: 'Level of the log on standard error: silent, error, warn, info or debug.',
    value: ({ logLevel }) => logLevel,
  },
  {
    name: 'metrics-token',
    example: 'TOKEN',
    description: 'Lets a program on another machine read /metrics. Prefer the environment variable.',
    value: ({ metricsToken }) => (metricsToken === null ? 'not set' : 'set'),
  },
  {
    name: 'admin-token',
    example: null,
    description:
      'The token for everything. If not set, the server creates one and keeps it in the data folder.',
    value: ({ adminToken }) => (adminToken === null ? 'kept in the data folder' : 'set'),
  },
];

/** The current values of what can be set only at server start. For secrets, only whether they are set. */
export function startSettings(config: ServerConfig): readonly StartSettingOut[] {
  return ROWS.map(({ name, example, description, value }) => ({
    name,
    flag: example === null ? null : `--${name}${example === '' ? '' : ` ${example}`}`,
    variable: variableOf(name),
    value: value(config),
    source: config.sources?.[name] ?? 'default',
    description,
  }));
}

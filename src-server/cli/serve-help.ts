/** The text of `posthorn help serve`. `config.ts` reads the options. */
export const SERVE_HELP = `Usage: posthorn serve [options]

Runs the service until it is stopped. Once it accepts requests, it prints "ready http://HOST:PORT", or https.

  --port 8071             Port to listen on; 0 picks a free one.
  --host 127.0.0.1        Address to listen on.
  --data-dir DIR          Folder for the database and the admin token.
  --database URL          PostgreSQL instead of a file: postgres://user@host/database; see POSTHORN_DATABASE for a
                          password. A folder of a socket is given as ?host=/run/postgresql.
  --advertise URL         Where the other nodes of the database reach this one: http://HOST:PORT. Default: where it listens.
  --lease 6               Seconds without a heartbeat until other nodes take over; 2 to 60.
  --allow-target CIDR     Private network that deliveries may reach. May be repeated.
  --proxy URL             Send through this proxy: http, https or socks5; see POSTHORN_PROXY for a password.
  --no-proxy LIST         Addresses, networks (CIDR) and host names to reach without it, or *.
  --https-only            New and changed endpoints must be https; existing ones keep working.
  --backup-dir DIR        Back up the database here on a schedule; each file is verified.
  --backup-every 24h      Time from one of these backups to the next: 5s, 10m, 24h.
  --backup-keep 7         How many of them stay; no other file of the folder is removed.
  --tls-cert FILE         Speak https with this certificate (PEM, with its chain); read again when it changes.
  --tls-key FILE          The key of that certificate (PEM, without a password).
  --retry-schedule 5,300  Seconds to wait before each retry; "none" for no retry.
  --request-timeout 15    Seconds a receiver may take for its whole response.
  --retention-days 90     Days to keep payloads and finished deliveries.
  --audit-days 365        Days to keep the audit: who changed what.
  --disable-after-hours 120  Hours of failing attempts before an endpoint is disabled; 0: never.
  --max-endpoints 500     Endpoints an application may have; existing ones above it stay.
  --notice-after 300      Seconds an endpoint fails before people are told.
  --log-level warn        silent, error, warn, info or debug.
  --metrics-token TOKEN   Lets a program on another machine read /metrics; prefer the environment variable.
  --catalog-domain HOST   Host name on which the public catalog, and nothing else, is served. May be repeated.
  --catalog-host HOST     The public name of this server, which DNS records of such domains point to.
  --workstation           This computer is your workstation: deliveries may reach it, and the log-in URL is printed.

Every option has an environment variable, like POSTHORN_DATA_DIR. POSTHORN_ADMIN_TOKEN sets the admin token.

Several nodes may share a database. With --database, POSTHORN_CLUSTER_SECRET is needed: at least 32 characters, the same
for all of them, as are POSTHORN_ADMIN_TOKEN and POSTHORN_SECRET_KEY (64 hexadecimal digits that encrypt stored tokens).
Each node has a --data-dir of its own.

Example: posthorn serve --port 8071 --data-dir /var/lib/posthorn

Exit code: 0 stopped normally, 1 could not start, 2 usage error.
`;

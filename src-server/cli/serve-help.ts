/** What `posthorn help serve` says. The options are read in `config.ts`. */
export const SERVE_HELP = `Usage: posthorn serve [options]

Runs the service, until it is stopped. When it accepts requests it prints "ready http://HOST:PORT".

  --port 8071             Port to listen on; 0 picks a free one.
  --host 127.0.0.1        Address to listen on.
  --data-dir DIR          Folder for the database and the admin token.
  --allow-target CIDR     Network that deliveries may reach although it is private. May be repeated.
  --retry-schedule 5,300  Seconds between tries of a failed delivery; "none" for one try only.
  --request-timeout 15    Seconds a receiver may take.
  --retention-days 90     Days that payloads, and what was delivered or failed, are kept.
  --disable-after-hours 120  Hours that everything to an endpoint may fail before it is disabled; 0: never.
  --log-level warn        silent, error, warn, info or debug.
  --metrics-token TOKEN   Lets a program on another machine read /metrics; better set in the environment.
  --catalog-domain HOST   Host name on which the public catalog, and nothing else, is served. May be repeated.
  --catalog-host HOST     The name that DNS records of such domains lead to: yours, as the world knows it.
  --workstation           You sit at this computer: deliveries may reach it, and the address to log in is printed.

Every option has an environment variable, like POSTHORN_DATA_DIR. POSTHORN_ADMIN_TOKEN sets the admin token.

Example: posthorn serve --port 8071 --data-dir /var/lib/posthorn

Exit code: 0 stopped in order, 1 it could not start, 2 wrongly asked.
`;

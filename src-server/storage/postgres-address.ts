/** Where a PostgreSQL database is. */
export interface PostgresAddress {
  /** As given, with the password. */
  readonly url: string;
  /** Without the password, for logs and messages. */
  readonly name: string;
}

const FORM =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:@/?#]*)(?::[^@/?#]*)?@)?(?<host>[^@/?#]*)\/(?<database>[^/?#]+)(?:\?(?<query>[^#]*))?$/i;
/** What may be secret after the question mark. */
const SECRET = /^(?:ssl)?password=/i;

/**
 * Reads `postgres://user:password@host:port/database`. The host may be missing, or a folder with a socket:
 * `postgres:///database?host=/run/postgresql`.
 * @throws Error with a sentence for the user, which repeats nothing that may be secret
 */
export function readPostgresAddress(url: string): PostgresAddress {
  const parts = FORM.exec(url)?.groups;
  if (!parts) {
    throw new Error(
      'The address of the database must look like postgres://user:password@host:5432/database, or like postgres:///database?host=/run/postgresql for a socket.',
    );
  }
  const query = (parts.query ?? '').split('&').filter((part) => part !== '' && !SECRET.test(part));
  const user = parts.user ? `${parts.user}@` : '';
  const shown = query.length > 0 ? `?${query.join('&')}` : '';
  return { url, name: `postgres://${user}${parts.host}/${parts.database}${shown}` };
}

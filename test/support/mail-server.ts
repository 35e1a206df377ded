import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { until } from './until';

/** A mail as the server took it. */
interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As whom the client logged in. Null: it did not. */
  readonly user: string | null;
  readonly isSecure: boolean;
  /** Headers and body as they came. */
  readonly text: string;
}

export interface MailServer {
  readonly port: number;
  readonly mails: readonly TakenMail[];
  /** Passwords that were sent to it, with or without TLS. */
  readonly passwords: readonly { readonly password: string; readonly isSecure: boolean }[];
  /** From now on it refuses mail, or takes it again. */
  refuse(isRefusing: boolean): void;
  /** Resolves when it has taken so many. */
  taken(count: number): Promise<readonly TakenMail[]>;
  close(): Promise<void>;
}

/** A real mail server on a free port of 127.0.0.1. It takes the password `right` of anybody. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: TakenMail[] = [];
  const passwords: { password: string; isSecure: boolean }[] = [];
  let isRefusing = false;
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    ...options,
    onAuth({ username, password }, { secure }, done) {
      passwords.push({ password: password ?? '', isSecure: secure });
      if (password === 'right') done(null, { user: username ?? '' });
      else done(new Error('wrong'));
    },
    onMailFrom(_address, _session, done) {
      done(isRefusing ? Object.assign(new Error('later'), { responseCode: 451 }) : null);
    },
    onData(stream, { envelope, user, secure }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          user: typeof user === 'string' ? user : null,
          isSecure: secure,
          text: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  // A client that does not trust its certificate.
  server.on('error', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    passwords,
    refuse: (is) => {
      isRefusing = is;
    },
    taken: (count) =>
      until(
        () => mails,
        ({ length }) => length >= count,
      ),
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

import type { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { createTransport } from 'nodemailer';
import { failureMessage } from '../delivery/connection/failure-message';
import { AddressRefused } from '../delivery/connection/guarded-lookup';
import { createTargetConnect, type TargetConnectParts } from '../delivery/connection/target-connect';
import { isLoopback } from '../host-names';
import type { ChannelWay } from '../storage/installation/notice-channel-store';

interface Mail {
  readonly way: ChannelWay;
  /** Absent: it logs in with none. */
  readonly password: string | undefined;
  /** The address of a customer. Null: the addresses of the channel. */
  readonly recipient: string | null;
  readonly subject: string;
  readonly text: string;
}

export interface MailSender {
  /** Says why the server has not taken it, in a sentence; null: it has. */
  send(mail: Mail, signal: AbortSignal): Promise<string | null>;
}

interface MailSenderParts extends Omit<TargetConnectParts, 'connectTimeoutMs' | 'greets'> {
  /** Whom it trusts instead of the authorities of the system. Absent: nobody. */
  readonly tls?: Pick<ConnectionOptions, 'ca'>;
}

const TIMEOUT_MS = 15_000;

export function createMailSender({ tls = {}, ...parts }: MailSenderParts): MailSender {
  const connect = createTargetConnect({ ...parts, connectTimeoutMs: TIMEOUT_MS, greets: true });

  function open(host: string, port: number): Promise<Socket> {
    const to = { hostname: host, host, protocol: 'http:', port: String(port) };
    return new Promise((opened, failed) =>
      connect(
        to,
        () => {},
        (...[error, socket]) => (error ? failed(error) : opened(socket)),
      ),
    );
  }

  return {
    async send({ way: { smtp, to, from }, password, recipient, subject, text }, signal) {
      if (smtp === null) return 'It has no server.';
      const { host, port, secure, user } = smtp;
      const recipients = recipient === null ? (to ?? []) : [recipient];
      const socket = await open(host, port);
      const stop = () => socket.destroy();
      signal.addEventListener('abort', stop);
      const transport = createTransport({
        ...{ host, port, secure, tls },
        getSocket: (_options, callback) => callback(null, { connection: socket }),
        ...(user !== null && password !== undefined && { auth: { user, pass: password } }),
        requireTLS: password !== undefined && !isLoopback(host),
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await transport.sendMail({
          from: from ?? (user?.includes('@') ? user : (to?.[0] ?? recipients[0] ?? '')),
          to: [...recipients],
          ...{ subject, text },
          // No program answers it.
          headers: { 'auto-submitted': 'auto-generated' },
        });
        return null;
      } catch (cause) {
        return sentenceOf(cause);
      } finally {
        signal.removeEventListener('abort', stop);
        transport.close();
        stop();
      }
    },
  };
}

/** What the server says may repeat the password: only its status is told. */
function sentenceOf(cause: unknown): string {
  if (cause instanceof AddressRefused) throw cause;
  const { code, message, responseCode, command } = cause as {
    readonly code?: string;
    readonly message: string;
    readonly responseCode?: number;
    readonly command?: string;
  };
  if (code === 'ETLS' || code === 'EREQUIRETLS' || /certificate|altname|ssl|tls/i.test(message))
    return 'The mail server offers no TLS with a certificate that can be verified, so nothing was sent.';
  if (code === 'EAUTH' && responseCode !== undefined)
    return `The mail server refused user and password with ${responseCode}.`;
  if (responseCode !== undefined)
    return `The mail server responded: ${responseCode}${command === undefined ? '' : ` to ${command}`}.`;
  return `The mail server did not accept it: ${failureMessage(cause)}.`;
}

/**
 * Sends a message by a channel.
 *
 * Promises: it connects only where deliveries may, by the same guard; no redirect is followed; certificates are verified,
 * and a password is never sent without TLS unless the server is this computer. What went wrong is said in a sentence
 * without an address or a secret.
 */
import { Client } from 'undici';
import type { Clock } from '../base/clock';
import { failureMessage } from '../delivery/connection/failure-message';
import { AddressRefused } from '../delivery/connection/guarded-lookup';
import { sign } from '../delivery/connection/signature';
import { parseSecret } from '../delivery/connection/signing-secret';
import { createTargetConnect, type TargetConnectParts } from '../delivery/connection/target-connect';
import type { NoticeChannelRecord } from '../storage/installation/notice-channel-store';
import type { ChannelSecret } from './channel-secret';
import type { MailSender } from './mail-sender';
import { type NoticeMessage, plainText, slackBody, webhookBody } from './notice-message';

interface NoticeDelivery {
  readonly channel: Pick<NoticeChannelRecord, 'kind' | 'way'>;
  /** Null: it cannot be decrypted. */
  readonly secret: ChannelSecret | null;
  readonly message: NoticeMessage;
  /** The address of a customer. Null: the addresses of the channel. */
  readonly recipient: string | null;
}

/** Says why the other side has not taken it, in a sentence; null: it has. Never rejects. */
export type SendNotice = (delivery: NoticeDelivery, signal: AbortSignal) => Promise<string | null>;

interface NoticeSenderParts extends Omit<TargetConnectParts, 'connectTimeoutMs' | 'greets'> {
  /** Real time: the other side knows no other. */
  readonly clock: Clock;
  /** What messages are signed with, in milliseconds since 1970. */
  readonly now: () => number;
  readonly version: string;
}

/** For a whole request or mail. */
const TIMEOUT_MS = 15_000;

export function createNoticeSender(parts: NoticeSenderParts): SendNotice {
  const { clock, now, version } = parts;
  const connect = createTargetConnect({ ...parts, connectTimeoutMs: TIMEOUT_MS });
  let mail: Promise<MailSender> | null = null;

  async function post(
    { url, secret }: ChannelSecret,
    { id, body, signal }: { readonly id: string; readonly body: string; readonly signal: AbortSignal },
  ) {
    const target = new URL(url ?? '');
    const timestampS = Math.floor(now() / 1000);
    const signed = secret && {
      'webhook-id': id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': sign([parseSecret(secret)], id, timestampS, Buffer.from(body)),
    };
    const client = new Client(target.origin, {
      connect: (options, done) => connect(options, () => {}, done),
    });
    try {
      const response = await client.request({
        method: 'POST',
        path: target.pathname + target.search,
        headers: { 'content-type': 'application/json', 'user-agent': `Posthorn/${version}`, ...signed },
        body,
        signal,
      });
      await response.body.dump();
      const { statusCode } = response;
      return statusCode >= 200 && statusCode < 300 ? null : `It responded with HTTP ${statusCode}.`;
    } finally {
      void client.destroy();
    }
  }

  async function attempt(
    { channel, secret, message, recipient }: NoticeDelivery,
    signal: AbortSignal,
  ): Promise<string | null> {
    if (secret === null)
      return 'The secrets of this channel cannot be decrypted with the key of this server. Enter them again.';
    if (channel.kind === 'email') {
      // Only now: a server without such a channel never loads it.
      mail ??= import('./mail-sender').then((loaded) => loaded.createMailSender(parts));
      const { send } = await mail;
      const text = plainText(message);
      return send(
        { way: channel.way, password: secret.password, recipient, subject: message.title, text },
        signal,
      );
    }
    const shape = channel.kind === 'slack' ? slackBody(message) : webhookBody(message);
    return post(secret, { id: message.id, body: JSON.stringify(shape), signal });
  }

  return async (delivery, signal) => {
    const late = new AbortController();
    const timer = clock.setTimer(TIMEOUT_MS, () => late.abort());
    try {
      return await attempt(delivery, AbortSignal.any([signal, late.signal]));
    } catch (cause) {
      if (late.signal.aborted) return `No response within ${TIMEOUT_MS / 1000} seconds.`;
      if (cause instanceof AddressRefused)
        return 'Its host is in a network that this server may not reach. Allow it under Settings, Network access.';
      return `No response: ${failureMessage(cause)}.`;
    } finally {
      timer.cancel();
    }
  };
}

import type { NewId } from '../base/id';
import { parseUrl } from '../base/parse-url';
import type { EndpointRecord } from '../storage/endpoint-record';
import type { EndpointChangeListener } from '../storage/endpoint-store';
import { listTellingChannels, type TellingChannel } from '../storage/installation/notice-channel-store';
import { insertNotices, type NoticeFacts, type NoticeRecord } from '../storage/messages/notice-store';
import { OPERATIONAL_APP_ID } from '../storage/operational-application';

interface NoticeOutboxParts {
  readonly newId: NewId;
  readonly now: () => number;
}

/** What is to be told of something, by each channel that tells its kind. */
export type NoticesOf = (
  channels: readonly TellingChannel[],
  kind: NoticeRecord['kind'],
  facts: NoticeFacts,
) => NoticeRecord[];

export function createNoticesOf({ newId, now }: NoticeOutboxParts): NoticesOf {
  return (channels, kind, facts) =>
    channels
      .filter((channel) => tells(channel, kind, facts))
      .map(({ id }) => ({
        ...{ id: newId('ntc_'), channelId: id, kind, recipient: '', facts },
        createdAt: now(),
        triedAt: null,
      }));
}

function tells(
  { notices, applications }: Pick<TellingChannel, 'notices' | 'applications'>,
  kind: NoticeRecord['kind'],
  { appId }: NoticeFacts,
): boolean {
  return (
    notices.includes(kind) && (appId === undefined || applications === null || applications.includes(appId))
  );
}

/** Where a customer is told, as svix names it. */
const CUSTOMER_ADDRESS = 'svix.email';
const ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/;

/**
 * Stores in the write that disables an endpoint what is to be told of it, so that a crash keeps or loses both. The
 * channels are read in that write too: a change of an endpoint is rare, and one that disables it is rarer.
 */
export function createNoticeOutbox(parts: NoticeOutboxParts): {
  readonly onChange: EndpointChangeListener;
  /** `listener` is called when something waits. */
  onStored(listener: () => void): void;
} {
  const noticesOf = createNoticesOf(parts);
  let onStored = nothing;
  return {
    async onChange(tx, { before, after }) {
      if (!before || !after || before.disabled || !after.disabled || after.appId === OPERATIONAL_APP_ID)
        return nothing;
      const { channels, application } = await listTellingChannels(tx, after.appId);
      if (channels.length === 0 || !application) return nothing;
      const facts: NoticeFacts = {
        ...{ appId: after.appId, appName: application.name, endpointId: after.id, host: hostOf(after.url) },
        ...(application.uid !== null && { appUid: application.uid }),
        detail: reasonOf(after),
      };
      const address = application.metadata[CUSTOMER_ADDRESS] ?? '';
      const toCustomer = ADDRESS.test(address)
        ? channels.find(
            ({ customerLink, applications }) =>
              customerLink !== null && (applications === null || applications.includes(after.appId)),
          )
        : undefined;
      const notices = noticesOf(channels, 'endpoint.disabled', facts);
      if (toCustomer)
        notices.push({
          ...{
            id: parts.newId('ntc_'),
            channelId: toCustomer.id,
            kind: 'endpoint.disabled',
            recipient: address,
          },
          ...{ facts, createdAt: parts.now(), triedAt: null },
        });
      await insertNotices(tx, notices);
      return () => onStored();
    },
    onStored(listener) {
      onStored = listener;
    },
  };
}

/** What people know an endpoint by; the rest of its address may be a secret. */
export function hostOf(url: string): string {
  return parseUrl(url)?.host ?? '';
}

function reasonOf({ disabledReason }: EndpointRecord): string {
  if (disabledReason === 'receiver') return 'the receiver asked for no more messages';
  return disabledReason === 'failing' ? 'all attempts had failed for too long' : 'by hand or through the API';
}

const nothing = (): void => undefined;

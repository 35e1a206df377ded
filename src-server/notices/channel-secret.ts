import type { NoticeChannelRecord } from '../storage/installation/notice-channel-store';
import type { SecretBox } from '../sync/secret-box';

/** What of a channel nobody else may know. What its kind has nothing of is absent. */
export interface ChannelSecret {
  readonly url?: string | undefined;
  /** Signs what is posted. */
  readonly secret?: string | undefined;
  /** Of the SMTP server. */
  readonly password?: string | undefined;
}

type Whose = Pick<NoticeChannelRecord, 'id' | 'way'>;
type Sealed = Whose & Pick<NoticeChannelRecord, 'sealed'>;

/**
 * Null: it has none.
 * @param before how the channel was; what it has sealed stays, byte by byte, unless it is another secret
 */
export function sealSecret(
  box: SecretBox,
  whose: Whose,
  { url, secret, password }: ChannelSecret,
  before: Sealed | null,
): string | null {
  const text = JSON.stringify({ url, secret, password });
  if (text === '{}') return null;
  const isSame = before !== null && contextOf(before) === contextOf(whose) && opened(box, before) === text;
  return isSame ? before.sealed : box.seal(text, contextOf(whose));
}

/** Null: it cannot be decrypted with the key of this server, so that the channel needs it anew. */
export function openSecret(box: SecretBox, channel: Sealed): ChannelSecret | null {
  if (channel.sealed === null) return {};
  const text = opened(box, channel);
  return text === null ? null : JSON.parse(text);
}

function opened(box: SecretBox, { sealed, ...whose }: Sealed): string | null {
  try {
    return sealed === null ? null : box.open(sealed, contextOf(whose));
  } catch {
    return null;
  }
}

/** Binds the password to its server: if somebody changes that in the database, no password is sent there. */
function contextOf({ id, way: { smtp } }: Whose): string {
  return `notice channel ${id}${smtp === null ? '' : ` ${smtp.host} ${smtp.port} ${smtp.user ?? ''}`}`;
}

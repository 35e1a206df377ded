import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits: no list of tokens is ever long enough to guess one, so storing a plain hash is enough. */
const SECRET_BYTES = 32;

/** Prefixes of tokens, so that one found where it should not be can be identified. */
const PREFIXES = {
  sender: 'psth_',
  portal: 'psthapp_',
  link: 'psthlink_',
  integration: 'psthint_',
  browser: 'psthbrowser_',
  page: 'psthpage_',
  share: 'psthshare_',
  poller: 'sk_poll_',
} as const;

/**
 * A new token: of the sender, of a customer, for a link that becomes a customer's, of an integration, one of the two
 * secrets of a logged-in browser, of a share link, or of a polling endpoint. Only its hash lets it in.
 */
export function mintToken(kind: keyof typeof PREFIXES): string {
  return PREFIXES[kind] + randomBytes(SECRET_BYTES).toString('base64url');
}

/**
 * A new portal token that shows the draft with this id. The id is part of the text, and only the hash of the whole text
 * is stored: nobody can take the id off, and no restart can forget it.
 */
export function mintDraftToken(draftId: string): string {
  return `${mintToken('portal')}.${draftId}`;
}

/** The id of the draft that a portal token shows; null: it shows the stored catalog. */
export function draftIdOf(token: string): string | null {
  return /^psthapp_[\w-]+\.(\w+)$/.exec(token)?.[1] ?? null;
}

/**
 * The token of one frame of a share link. It follows from the link's own secret, so that nothing has to be stored when
 * the link is opened; nobody who has it can find out that secret, or the token of another frame.
 * @param frame its position
 */
export function frameTokenOf(shareToken: string, frame: number): string {
  return `psthframe_${hash('sha256', `${shareToken}.${frame}`, 'base64url')}`;
}

/** Whether a token is that of a share link or of one of its frames. */
export function isShareToken(token: string): boolean {
  return /^psth(?:share|frame)_/.test(token);
}

/** Whether a token is that of a polling endpoint. */
export function isPollerToken(token: string): boolean {
  return token.startsWith(PREFIXES.poller);
}

/** SHA-256 of a token, in hexadecimal: the form in which it is stored and looked up. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Compares two hashes in constant time. */
export function isSameHash(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'));
}

export interface EndpointContent {
  readonly uid: string | null;
  readonly url: string;
  readonly description: string;
  /** Own limit in messages per second. Null: the application's applies. */
  readonly rateLimit: number | null;
  /** True: deliveries are held, and a resend is refused. */
  readonly disabled: boolean;
  /** True: deliveries are held, resends too. */
  readonly paused: boolean;
  /** Event types it wants. Null, where `filterGroups` is null too: all. Never empty. */
  readonly filterTypes: readonly string[] | null;
  /** Groups it takes whole, now and later; beside `filterTypes`. Null: none. Never empty. */
  readonly filterGroups: readonly string[] | null;
  /** Channels it listens to. Null: any. Never empty. */
  readonly channels: readonly string[] | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** Extra request headers, names as given. */
  readonly headers: Readonly<Record<string, string>>;
  /** The signing secret: `whsec_...`, or `whsk_...` for a pair of keys. */
  readonly secret: string;
}

/** What an endpoint is besides its address and its secret, when nothing else was asked for. */
export const PLAIN_ENDPOINT: Omit<EndpointContent, 'url' | 'secret'> = {
  uid: null,
  description: '',
  rateLimit: null,
  disabled: false,
  paused: false,
  filterTypes: null,
  filterGroups: null,
  channels: null,
  metadata: {},
  headers: {},
};

export interface EndpointRecord extends EndpointContent {
  readonly id: string;
  readonly appId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Null while it lives. */
  readonly deletedAt: number | null;
  /** Since when it is disabled. Null: it is not, or nobody wrote it down then. */
  readonly disabledAt: number | null;
  /** Who disabled it. Null: nobody, or nobody wrote it down then. */
  readonly disabledReason: DisabledReason | null;
  /** Since when it is paused. Null: it is not. */
  readonly pausedAt: number | null;
  /** How long all its attempts have been failing. Null: the last one succeeded, or there was none. */
  readonly failing: FailingClock | null;
}

/** `manual`: somebody; `receiver`: by its answer; `failing`: all attempts failed for too long. */
export type DisabledReason = 'manual' | 'receiver' | 'failing';

/** In milliseconds since 1970. */
export interface FailingClock {
  /** The first failure of those in a row. */
  readonly since: number;
  /** The last of them that was written down; not each one is. */
  readonly markedAt: number;
}

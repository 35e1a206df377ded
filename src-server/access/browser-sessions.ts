import type { Clock } from '../base/clock';
import type { NewId } from '../base/id';
import type { SureTime } from '../base/time-watch';
import type { ListResponse } from '../contract/list';
import type { BrowserSessionRecord, BrowserSessionStore } from '../storage/browser-session-store';
import type { PageRequest } from '../storage/page';
import { hashToken, isSameHash, mintToken } from './token';

const DAY_MS = 24 * 3_600_000;
/** A session that is not used for so long ends. */
export const SESSION_IDLE_MS = 30 * DAY_MS;
/** How exactly the last use is known; more would be a write with each request. */
const TOUCH_EVERY_MS = 5 * 60_000;
/** Beyond so many, those used longest ago end: nobody works in that many browsers. */
const SESSIONS_MAX = 100;

/** What identifies a request of a logged-in browser. */
export interface BrowserProof {
  /** From the cookie. */
  readonly secret: string;
  /** From the page itself; other servers on the host never receive it. */
  readonly pageKey: string;
  /** The host name that the browser asked for, without the port. */
  readonly host: string;
}

interface LogIn extends Pick<BrowserSessionRecord, 'host' | 'browser'> {
  /** A valid admin token, with which the session ends. */
  readonly token: string;
  /** The cookie that the browser had before; its session ends. Null: none. */
  readonly replacedSecret: string | null;
}

interface BrowserSessionParts {
  readonly browserSessionStore: BrowserSessionStore;
  /** The token of this start. */
  readonly adminToken: string;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly time: SureTime;
}

/** The log-ins of browsers: begins, finds and ends them. */
export type BrowserSessions = ReturnType<typeof createBrowserSessions>;

export function createBrowserSessions({
  browserSessionStore,
  adminToken,
  newId,
  clock,
  time,
}: BrowserSessionParts) {
  const adminTokenHash = hashToken(adminToken);
  const valid = () => ({ adminTokenHash, usedSince: time.now() - SESSION_IDLE_MS, now: time.now() });
  return {
    /** Logs a browser in. @returns what its cookie and its pages then hold */
    async begin({ token, replacedSecret, host, browser }: LogIn) {
      const secret = mintToken('browser');
      const pageKey = mintToken('page');
      const id = newId('bses_');
      const now = clock.now();
      await browserSessionStore.insert(
        {
          id,
          secretHash: hashToken(secret),
          pageKeyHash: hashToken(pageKey),
          tokenHash: hashToken(token),
          replacedHash: replacedSecret && hashToken(replacedSecret),
          host,
          browser,
          createdAt: now,
          lastUsedAt: time.latest(),
        },
        SESSIONS_MAX,
      );
      return { id, secret, pageKey };
    },

    /** The valid session of a request; undefined if there is none. Finding it is a use of it. */
    async find({ secret, pageKey, host }: BrowserProof): Promise<BrowserSessionRecord | undefined> {
      const session = await browserSessionStore.findByHash(hashToken(secret), valid());
      if (!session || session.host !== host || !isSameHash(session.pageKeyHash, hashToken(pageKey))) return;
      if (time.latest() - session.lastUsedAt < TOUCH_EVERY_MS) return session;
      // A disk that is full must not keep anybody from looking.
      await browserSessionStore.touch(session.id, time.latest()).catch(() => undefined);
      return session;
    },

    /** The valid ones, newest first. */
    list(request: PageRequest): Promise<ListResponse<BrowserSessionRecord>> {
      return browserSessionStore.list(valid(), request);
    },

    end: browserSessionStore.delete,
    endOthers: browserSessionStore.deleteOthers,
  };
}

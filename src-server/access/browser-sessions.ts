import type { Clock } from '../base/clock';
import type { NewId } from '../base/id';
import type { SureTime } from '../base/time-watch';
import type { SessionChallengeOut } from '../contract/browser-session';
import type { ListResponse } from '../contract/list';
import { readSignature, requestText, serverText } from '../contract/signed-request';
import type {
  BrowserSessionRecord,
  BrowserSessionStore,
} from '../storage/installation/browser-session-store';
import type { PageRequest } from '../storage/page';
import { isSignature, signingKeyOf, signText } from './signing-key';
import { hashToken, isSameHash, mintToken } from './token';
import { UsedOnce } from './used-once';

const DAY_MS = 24 * 3_600_000;
/** A session that is not used for so long ends. */
export const SESSION_IDLE_MS = 30 * DAY_MS;
/** How exactly the last use is known; more would be a write with each request. */
export const TOUCH_EVERY_MS = 5 * 60_000;
/** Beyond so many, those used longest ago end: nobody works in that many browsers. */
const SESSIONS_MAX = 100;

/** What identifies a request of a logged-in browser. */
export interface BrowserProof {
  /** From the cookie. */
  readonly secret: string;
  /** From the page itself: a signature of the request, or its page key. Other servers on the host never receive it. */
  readonly pageKey: string;
  /** The host name that the browser asked for, without the port. */
  readonly host: string;
  readonly request: { readonly method?: string | undefined; readonly url?: string | undefined };
}

/** A session as a request has presented it. */
interface FoundSession extends BrowserSessionRecord {
  /** The SHA-256 that its body must have, in hexadecimal digits. Null: the request is not signed. */
  readonly bodyHash: string | null;
}

interface LogIn extends Pick<BrowserSessionRecord, 'host' | 'browser'> {
  /** A valid admin token, with which the session ends. */
  readonly token: string;
  /** Whether the page came over https. */
  readonly isEncrypted: boolean;
  /** The cookie that the browser had before; its session ends. Null: none. */
  readonly replacedSecret: string | null;
}

interface BrowserSessionParts {
  readonly browserSessionStore: BrowserSessionStore;
  /** The token of this start. */
  readonly adminToken: string;
  /** The key of the installation. */
  readonly secretKey: Uint8Array;
  /** Where this server is, for a name that leads to whatever computer it is used on. Empty for any other name. */
  readonly loopbackAddress: (host: string) => string;
  /** The runs whose log-ins count here: that of this server, and after it those of other nodes that live. */
  readonly runs: () => readonly [string, ...string[]];
  readonly newId: NewId;
  readonly clock: Clock;
  readonly time: SureTime;
}

/** The log-ins of browsers: begins, finds and ends them. */
export type BrowserSessions = ReturnType<typeof createBrowserSessions>;

export function createBrowserSessions({
  browserSessionStore,
  adminToken,
  secretKey,
  loopbackAddress,
  runs,
  newId,
  clock,
  time,
}: BrowserSessionParts) {
  const usedOnce = new UsedOnce(clock);
  const adminTokenHash = hashToken(adminToken);
  const valid = () => ({ adminTokenHash, usedSince: time.now() - SESSION_IDLE_MS, now: time.now() });
  /** In another run, the same page key is another one. */
  const hashIn = (run: string, pageKey: string) => hashToken(`${run} ${pageKey}`);
  const keyOf = (sessionId: string, host: string) =>
    signingKeyOf(secretKey, sessionId, loopbackAddress(host));
  /** Whether a request that has the cookie of a session comes from its pages. */
  const isFromItsPages = (session: BrowserSessionRecord, { pageKey, host, request }: BrowserProof) => {
    const signature = readSignature(pageKey);
    if (!signature) return runs().some((run) => isSameHash(session.pageKeyHash, hashIn(run, pageKey)));
    const { method = '', url: target = '' } = request;
    const text = requestText({ ...signature, method, target });
    return (
      runs().includes(signature.run) &&
      isSignature(keyOf(session.id, host), text, signature.mac) &&
      usedOnce.take(signature, request)
    );
  };
  return {
    /** Logs a browser in. @returns what its cookie and its pages then hold */
    async begin({ token, isEncrypted, replacedSecret, host, browser }: LogIn) {
      const secret = mintToken('browser');
      const pageKey = mintToken('page');
      const id = newId('bses_');
      const now = clock.now();
      const [run] = runs();
      await browserSessionStore.insert(
        {
          id,
          secretHash: hashToken(secret),
          pageKeyHash: hashIn(run, pageKey),
          tokenHash: hashToken(token),
          replacedHash: replacedSecret && hashToken(replacedSecret),
          host,
          browser,
          createdAt: now,
          lastUsedAt: time.latest(),
        },
        SESSIONS_MAX,
      );
      // Whoever reads along on the way would have it too, and in every later run.
      const signingKey = isEncrypted || loopbackAddress(host) !== '' ? keyOf(id, host) : null;
      return { id, secret, pageKey, signingKey, run, now };
    },

    /** Proves to a page that this is the server that logged it in. Says nothing about whether its session still holds. */
    challenge(sessionId: string, host: string, nonce: string): SessionChallengeOut {
      const [run] = runs();
      const now = clock.now();
      return { run, now, proof: signText(keyOf(sessionId, host), serverText(nonce, run, now)) };
    },

    /** The valid session of a request; undefined if there is none. Finding it is a use of it. */
    async find(proof: BrowserProof): Promise<FoundSession | undefined> {
      const session = await browserSessionStore.findByHash(hashToken(proof.secret), valid());
      if (!session || session.host !== proof.host || !isFromItsPages(session, proof)) return;
      if (time.latest() - session.lastUsedAt >= TOUCH_EVERY_MS) {
        // A disk that is full must not keep anybody from looking.
        await browserSessionStore.touch(session.id, time.latest()).catch(() => undefined);
      }
      return { ...session, bodyHash: readSignature(proof.pageKey)?.bodyHash ?? null };
    },

    /** The valid ones, newest first. */
    list(request: PageRequest): Promise<ListResponse<BrowserSessionRecord>> {
      return browserSessionStore.list(valid(), request);
    },

    end: browserSessionStore.delete,
    endOthers: browserSessionStore.deleteOthers,
  };
}

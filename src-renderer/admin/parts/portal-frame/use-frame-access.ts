import { useCallback, useEffect, useState } from 'react';
import type { PortalAccessIn } from '../../../../src-server/contract/access';
import { toApiFailure } from '../../../api/api-failure';
import { useLocalApi } from '../../data/use-local-api';

/** The shortest lifetime of a link, in seconds. It is revoked sooner, when the frame is removed. */
const EXPIRY_S = 3600;
/** A frame gets a new token this long before the old one expires, in milliseconds. */
const RENEW_BEFORE_MS = 60_000;

interface FrameAccess {
  /** Logs the frame in; null while it is being created. */
  readonly url: string | null;
  /** When it expires, in milliseconds since 1970; null without a link. */
  readonly expiresAt: number | null;
  readonly error: unknown;
  readonly renew: () => void;
}

const NONE = { url: null, expiresAt: null, error: null };

interface FrameAccessParts {
  /** An application of this computer, which serves the frame. */
  readonly appId: string;
  readonly flags: readonly string[];
  /** The draft that the frame shows. Absent: none, and it shows the stored catalog. */
  readonly draft?: FrameDraft | undefined;
}

/** A draft of the portal preview. */
export interface FrameDraft {
  /** Null while it is being created: the frame waits for it. */
  readonly id: string | null;
  /** Called when the server no longer has it. */
  readonly onGone: (id: string) => void;
}

/** A separate token for one frame, revoked when the frame or the page goes away. */
export function useFrameAccess({ appId, flags, draft }: FrameAccessParts): FrameAccess {
  const api = useLocalApi();
  const [access, setAccess] = useState<Omit<FrameAccess, 'renew'>>(NONE);
  const [turn, setTurn] = useState(0);
  const renew = useCallback(() => setTurn((now) => now + 1), []);
  const key = flags.join(',');
  const draftId = draft?.id ?? null;
  const onGone = draft?.onGone;
  const isWaiting = draft !== undefined && draftId === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn asks for a new token
  useEffect(() => {
    if (isWaiting) return setAccess(NONE);
    const sessionId = `preview-${randomText()}`;
    const wish: PortalAccessIn = {
      featureFlags: key === '' ? [] : key.split(','),
      expiry: EXPIRY_S,
      sessionId,
      previewDraftId: draftId,
    };
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () =>
      api.callAtLeave('POST /auth/app/{app}/expire-all', {
        path: { app: appId },
        body: { sessionIds: [sessionId] },
      });
    setAccess(NONE);
    api.call('POST /auth/app-portal-access/{app}', { path: { app: appId }, body: wish }).then(
      ({ url }) => {
        if (gone) return end();
        setAccess({ url, expiresAt: Date.now() + EXPIRY_S * 1000, error: null });
        timer = setTimeout(renew, EXPIRY_S * 1000 - RENEW_BEFORE_MS);
      },
      (error: unknown) => {
        if (gone) return;
        if (draftId !== null && toApiFailure(error).fieldError('previewDraftId')) onGone?.(draftId);
        else setAccess({ ...NONE, error });
      },
    );
    // A page restored from the browser's memory has lost its tokens.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && renew();
    window.addEventListener('pagehide', end);
    window.addEventListener('pageshow', onShow);
    return () => {
      gone = true;
      clearTimeout(timer);
      window.removeEventListener('pagehide', end);
      window.removeEventListener('pageshow', onShow);
      end();
    };
  }, [api, appId, key, turn, renew, draftId, isWaiting, onGone]);
  return { ...access, renew };
}

/** Does not use randomUUID, which browsers do not offer to pages loaded over plain http. */
function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

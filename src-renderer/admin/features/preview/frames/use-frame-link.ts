import type { FlagSetContent } from '../../../../../src-server/contract/flag-set';
import { desktop } from '../../../../api/desktop';
import { toast } from '../../../../ui/toast-store';
import { useInstance } from '../../../platform/instance';

/** How long a link that leaves the preview is valid, in seconds. */
const EXPIRY_S = 3600;

/** The API request that lets a customer in with these flags. */
export function requestBody({ featureFlags }: Pick<FlagSetContent, 'featureFlags'>): string {
  return JSON.stringify({ featureFlags });
}

interface FrameLinkParts {
  readonly appId: string;
  readonly set: FlagSetContent;
  readonly theme: 'light' | 'dark';
  /** True: the frame beside it shows a draft, which the link does not. */
  readonly isDraft: boolean;
}

/** Links to the portal with the flags of a set: each has its own token, which outlives the frame by design. */
export function useFrameLink({ appId, set, theme, isDraft }: FrameLinkParts) {
  const { api } = useInstance();
  const make = async () => {
    const body = { featureFlags: set.featureFlags, expiry: EXPIRY_S, sessionId: 'preview-link' };
    const { url } = await api.call('POST /auth/app-portal-access/{app}', { path: { app: appId }, body });
    return url.replace('/portal/#', `/portal/?theme=${theme}#`);
  };
  const who = `${set.letter} ${set.name}`;
  const failed = (cause: unknown) =>
    toast(`No link was created: ${cause instanceof Error ? cause.message : cause}`);
  return {
    open() {
      const program = desktop();
      if (program) {
        make().then((url) => program.openExternal(url), failed);
        return;
      }
      // Opened immediately, while the browser still attributes it to the click.
      const tab = window.open('about:blank', '_blank');
      make().then((url) => {
        if (!tab) return toast('The browser blocked the new tab');
        tab.opener = null;
        tab.location.replace(url);
      }, failed);
    },
    copy() {
      make()
        .then((url) => navigator.clipboard.writeText(url))
        .then(
          () =>
            toast(
              `Copied a link for ${who}. Anyone can use it for one hour.${isDraft ? ' It shows the stored catalog as it is.' : ''}`,
            ),
          failed,
        );
    },
    copyBody() {
      navigator.clipboard.writeText(requestBody(set)).then(
        () => toast(`Copied the request body for ${who}`),
        () => toast('The browser blocked copying'),
      );
    },
  };
}

import type { ApplicationOut } from '../../../../src-server/contract/application';
import { toApiFailure } from '../../../api/api-failure';
import { toast } from '../../../ui/toast-store';
import { usePortalAccess } from '../../data/use-portal-sessions';
import { useCommand } from '../../platform/commands/command-store';

/** How long the link works; whoever opens the portal from here comes back for another one. */
const EXPIRY_S = 3600;

/** Offers to open the portal of an application in another tab, as its customer sees it without feature flags. */
export function useOpenPortal({ id, name }: ApplicationOut): void {
  const { mutateAsync } = usePortalAccess(id);
  const open = () => {
    // Opened at once: a tab that a script opens after an answer is blocked.
    const tab = window.open('about:blank', '_blank');
    if (tab) tab.opener = null;
    mutateAsync({ featureFlags: [], expiry: EXPIRY_S }).then(
      ({ url }) => {
        if (tab) tab.location.replace(url);
        else toast('The browser blocked the new tab');
      },
      (cause: unknown) => {
        tab?.close();
        toast(`The portal was not opened: ${toApiFailure(cause).detail}`);
      },
    );
  };
  useCommand('application-portal', open, `Open the portal of ${name}`, true);
}

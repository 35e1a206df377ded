import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import type { PortalLookOut } from '../../../src-server/contract/portal-look';
import { lookFrom, PLAIN_LOOK, type PortalLook } from '../../shared/portal-look/portal-look';
import { UiWordsProvider } from '../../ui/ui-labels';
import { type Labels, labelsFor } from '../labels/labels';
import { applyLook } from './apply-look';

interface Shown {
  readonly look: PortalLook;
  readonly labels: Labels;
  readonly change: (settings: PortalLookOut) => void;
}

const Context = createContext<Shown>({
  look: PLAIN_LOOK,
  labels: labelsFor(null),
  change: () => undefined,
});

/** Hands the look, and the words that go with it, to the whole portal. */
export function LookProvider({
  look: first,
  children,
}: {
  readonly look: PortalLook;
  readonly children: ReactNode;
}) {
  const [look, setLook] = useState(first);
  const change = useCallback((settings: PortalLookOut) => {
    const next = lookFrom(settings, location.search);
    applyLook(document, next);
    setLook(next);
  }, []);
  const shown = useMemo(
    () => ({ look, labels: labelsFor(look.settings.customStringsOverride), change }),
    [look, change],
  );
  return (
    <Context value={shown}>
      <UiWordsProvider labels={shown.labels.ui}>{children}</UiWordsProvider>
    </Context>
  );
}

/** How the portal looks. */
export function useLook(): PortalLook {
  return useContext(Context).look;
}

/** What the portal says. */
export function useLabels(): Labels {
  return useContext(Context).labels;
}

/** Puts on another look, as the preview of one that is not saved yet does. */
export function useChangeLook(): (settings: PortalLookOut) => void {
  return useContext(Context).change;
}

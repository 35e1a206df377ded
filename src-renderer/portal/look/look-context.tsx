import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import type { PortalLookOut } from '../../../src-server/contract/portal-look';
import { lookFrom, PLAIN_LOOK, type PortalLook } from '../../shared/portal-look/portal-look';
import { UiLabelsProvider } from '../../ui/ui-labels';
import { type Labels, labelsFor } from '../labels/labels';
import { ENGLISH } from '../language/read-language';
import { applyLook } from './apply-look';

interface Shown {
  readonly look: PortalLook;
  readonly labels: Labels;
  readonly change: (settings: PortalLookOut) => void;
}

const Context = createContext<Shown>({
  look: PLAIN_LOOK,
  labels: labelsFor(ENGLISH, null),
  change: () => undefined,
});

/** Provides the look, and its texts, to the whole portal. */
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
    () => ({ look, labels: labelsFor(ENGLISH, look.settings.customStringsOverride), change }),
    [look, change],
  );
  return (
    <Context value={shown}>
      <UiLabelsProvider labels={shown.labels.ui}>{children}</UiLabelsProvider>
    </Context>
  );
}

/** The look of the portal. */
export function useLook(): PortalLook {
  return useContext(Context).look;
}

/** The texts of the portal. */
export function useLabels(): Labels {
  return useContext(Context).labels;
}

/** Switches to another look, such as the preview of an unsaved one. */
export function useChangeLook(): (settings: PortalLookOut) => void {
  return useContext(Context).change;
}

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { PortalLookOut } from '../../../src-server/contract/portal-look';
import { lookFrom, PLAIN_LOOK, type PortalLook } from '../../shared/portal-look/portal-look';
import { UiLabelsProvider } from '../../ui/ui-labels';
import { type Labels, labelsFor } from '../labels/labels';
import { ENGLISH, type Language } from '../language/read-language';
import { applyLook } from './apply-look';

interface Shown {
  readonly look: PortalLook;
  readonly language: Language;
  readonly labels: Labels;
  readonly change: (settings: PortalLookOut) => void;
}

const Context = createContext<Shown>({
  look: PLAIN_LOOK,
  language: ENGLISH,
  labels: labelsFor(ENGLISH, null),
  change: () => undefined,
});

/** Provides the look, and its texts, to the whole portal. */
export function LookProvider({
  look: first,
  language,
  children,
}: {
  readonly look: PortalLook;
  readonly language: Language;
  readonly children: ReactNode;
}) {
  const [look, setLook] = useState(first);
  const change = useCallback((settings: PortalLookOut) => {
    const next = lookFrom(settings, location.search);
    applyLook(document, next);
    setLook(next);
  }, []);
  const shown = useMemo(
    () => ({ look, language, labels: labelsFor(language, look.settings.customStringsOverride), change }),
    [look, language, change],
  );
  return (
    <Context value={shown}>
      <I18nProvider locale={language.locale}>
        <UiLabelsProvider labels={shown.labels.ui}>{children}</UiLabelsProvider>
      </I18nProvider>
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

/** The language of the texts, as a BCP 47 tag. */
export function useLanguage(): string {
  return useContext(Context).language.language;
}

/** Switches to another look, such as the preview of an unsaved one. */
export function useChangeLook(): (settings: PortalLookOut) => void {
  return useContext(Context).change;
}

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import type { PortalLookOut } from '../../../src-server/contract/portal-look';
import { lookFrom, PLAIN_LOOK, type PortalLook } from '../../shared/portal-look/portal-look';
import { UiWordsProvider } from '../../ui/ui-words';
import { type Words, wordsFor } from '../words/words';
import { applyLook } from './apply-look';

interface Shown {
  readonly look: PortalLook;
  readonly words: Words;
  readonly change: (settings: PortalLookOut) => void;
}

const Context = createContext<Shown>({
  look: PLAIN_LOOK,
  words: wordsFor(null),
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
    () => ({ look, words: wordsFor(look.settings.customStringsOverride), change }),
    [look, change],
  );
  return (
    <Context value={shown}>
      <UiWordsProvider words={shown.words.ui}>{children}</UiWordsProvider>
    </Context>
  );
}

/** How the portal looks. */
export function useLook(): PortalLook {
  return useContext(Context).look;
}

/** What the portal says. */
export function useWords(): Words {
  return useContext(Context).words;
}

/** Puts on another look, as the preview of one that is not saved yet does. */
export function useChangeLook(): (settings: PortalLookOut) => void {
  return useContext(Context).change;
}

import { createContext, type ReactNode, useContext } from 'react';
import { UI_TEXTS } from '../../src-server/contract/portal-texts/english/ui';
import type { Compiled } from '../../src-server/portal-texts/compile-texts';
import { ENGLISH_LOCALE, inEnglish } from '../../src-server/portal-texts/in-english';
import type { Reword } from '../../src-server/portal-texts/rewording';

/** The texts of the shared parts, and the locale of dates, numbers and relative times, as a BCP 47 tag. */
export type UiLabels = Compiled<typeof UI_TEXTS> & {
  readonly locale: string;
  /** What the server says in English, in the language of the reader. Absent: that is English. */
  readonly reword?: Reword;
};

/** Those texts in English. Texts passed as properties belong to the page. */
export const UI_LABELS: UiLabels = { locale: ENGLISH_LOCALE, ...inEnglish(UI_TEXTS) };

const Context = createContext<UiLabels>(UI_LABELS);

/** Provides other texts to the shared parts below it. */
export function UiLabelsProvider({
  labels,
  children,
}: {
  readonly labels: UiLabels;
  readonly children: ReactNode;
}) {
  return <Context value={labels}>{children}</Context>;
}

/** The texts of the shared parts here. */
export function useUiLabels(): UiLabels {
  return useContext(Context);
}

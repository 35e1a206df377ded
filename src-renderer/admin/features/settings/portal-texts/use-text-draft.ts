import { useMemo } from 'react';
import type { PortalTexts } from '../../../../../src-server/contract/portal-text';
import { textFault } from '../../../../../src-server/portal-texts/text-fault';
import { whenDone } from '../../../../api/when-done';
import type { Saving } from '../../../../shared/forms/use-save-changes';
import { useDraft } from '../../../../ui/drafts/use-draft';
import { useDrafted } from '../../../../ui/drafts/use-drafted';
import { useStableCallback } from '../../../../ui/use-stable-callback';
import { withoutEmpty } from '../../../data/portal-texts/edited-texts';
import { useEditTexts } from '../../../data/portal-texts/use-portal-texts';
import { useInstance } from '../../../platform/instance';
import type { ListedText } from './text-list';

export interface TextDraft {
  /** The texts of the language with the draft applied; what is missing shows as shipped. */
  readonly mine: PortalTexts;
  /** Why a text cannot be saved, by its path. */
  readonly faults: ReadonlyMap<string, string>;
  /** The number of unsaved texts. */
  readonly unsaved: number;
  /** Changes texts; an empty one is reset. */
  readonly set: (texts: PortalTexts) => void;
  readonly save: () => void;
  readonly discard: () => void;
  readonly isSaving: boolean;
  readonly saving: Saving;
}

/** The keys of drafts of texts begin like this; the language follows. */
export const draftPrefix = (instanceId: string) => `${instanceId}/portal-texts/`;

/** Texts of a language that are typed and not saved yet: all of them at once, so that no portal shows half of them. */
export function useTextDraft(language: string, saved: PortalTexts, texts: readonly ListedText[]): TextDraft {
  const form = useDraft<PortalTexts>(draftPrefix(useInstance().id) + language, saved);
  const [edits, setEdits] = useDrafted<PortalTexts>(form, 'texts', {});
  const paths = useMemo(() => texts.map(({ path }) => path), [texts]);
  const edit = useEditTexts(language, paths);
  const { opened } = form;
  // One that was put back to what the form began with is no edit, whatever others have saved since.
  const changes = useMemo(
    () =>
      Object.fromEntries(
        paths.flatMap((path) => {
          const typed = Object.hasOwn(edits, path) ? edits[path] : undefined;
          const isEdit =
            typeof typed === 'string' && ![saved[path] ?? '', opened[path] ?? ''].includes(typed);
          return isEdit ? [[path, typed] as const] : [];
        }),
      ),
    [edits, paths, saved, opened],
  );
  const mine = useMemo(() => withoutEmpty({ ...saved, ...changes }), [saved, changes]);
  const faults = useMemo(() => {
    const found = Object.entries(changes).map(
      ([path, text]) => [path, text && textFault(path, text)] as const,
    );
    return new Map(found.flatMap(([path, fault]) => (fault ? [[path, fault] as const] : [])));
  }, [changes]);
  return {
    ...{ mine, faults, unsaved: Object.keys(changes).length },
    set: useStableCallback((next: PortalTexts) => setEdits((now) => ({ ...now, ...next }))),
    save: () => {
      const after = withoutEmpty({ ...opened, ...changes });
      whenDone(edit.save({ opened, mine: after }), () => form.saved(after));
    },
    discard: () => {
      form.end();
      edit.reset();
    },
    isSaving: edit.isPending,
    saving: edit,
  };
}

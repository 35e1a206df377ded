import { useState } from 'react';
import type { PortalTextOverviewOut, PortalTexts } from '../../../../../src-server/contract/portal-text';
import { SaveFailure } from '../../../../shared/forms/save-failure';
import { Button } from '../../../../ui/button';
import { useDrafts } from '../../../../ui/drafts/draft-store';
import layout from '../../../../ui/layout.module.css';
import { NeedsFields } from '../../../../ui/needs/needs-fields';
import { Select } from '../../../../ui/select';
import { Unread } from '../../../../ui/unread';
import { usePortalTexts, useTextsOf } from '../../../data/portal-texts/use-portal-texts';
import { PageUnread } from '../../../parts/page-unread';
import { useCommand } from '../../../platform/commands/command-store';
import { useInstance } from '../../../platform/instance';
import { useAddressValue } from '../../../platform/use-address-value';
import { useWhenMay } from '../../../platform/use-when-may';
import styles from '../portal-look/portal-look.module.css';
import { AddLanguage } from './add-language';
import { LanguageActs } from './language-acts';
import { languageName, tagOf } from './language-names';
import { listedTexts } from './text-list';
import { TextListView } from './text-list-view';
import { draftPrefix, type TextDraft, useTextDraft } from './use-text-draft';

/** The texts of the portal: the sender's own words, and further languages. */
export function PortalTextSettings() {
  const overview = usePortalTexts();
  if (!overview.data) return <PageUnread title="Portal texts" what="the texts" query={overview} />;
  return <Languages overview={overview.data} />;
}

function Languages({ overview }: { readonly overview: PortalTextOverviewOut }) {
  const [inAddress, choose] = useAddressValue('language');
  const [adding, setAdding] = useState(false);
  const drafted = useDraftedLanguages();
  const language = tagOf(inAddress) ?? 'en';
  const shipped = Object.keys(overview.shipped);
  const total = Object.keys(overview.shipped.en ?? {}).length;
  const stored = new Map(overview.data.map((listed) => [listed.language, listed.texts]));
  const others = [...new Set([...stored.keys(), ...drafted, language])]
    .filter((tag) => !shipped.includes(tag))
    .sort((a, b) => languageName(a).localeCompare(languageName(b), 'en'));
  const known = [...shipped, ...others];
  const texts = listedTexts(overview.shipped, language);
  const isStored = stored.has(language);
  const own = useTextsOf(language);
  const detailOf = (tag: string) => {
    const count = stored.get(tag) ?? 0;
    if (listedTexts(overview.shipped, tag)[0]?.shipped != null)
      return count === 0 ? 'shipped' : `${count} changed`;
    return count === 0 ? 'not saved' : `${total - count} missing`;
  };
  return (
    <section
      className={`${layout.stack5} ${layout.contained} ${styles.screen}`}
      aria-labelledby="text-settings"
    >
      <header className={layout.stack1}>
        <h2 id="text-settings">Portal texts</h2>
        <p className={layout.lead}>
          Change any text of the customer portal, or translate it. Changes appear on the next page load.
        </p>
      </header>
      <div className={layout.rowEnd}>
        <Select
          label="Language"
          value={language}
          onChange={(tag) => choose(tag === 'en' ? '' : tag)}
          options={known.map((tag) => ({ value: tag, label: languageName(tag), detail: detailOf(tag) }))}
        />
        <Button needs="PUT /portal/texts/{language}" onPress={() => setAdding(true)}>
          Add language
        </Button>
      </div>
      {own.data ? (
        <Texts
          key={language}
          {...{ language, texts, isStored }}
          isShipped={shipped.includes(language)}
          saved={own.data}
          onRemoved={() => choose('')}
        />
      ) : (
        <Unread what="the texts" query={own} />
      )}
      {adding && (
        <AddLanguage
          taken={known}
          onClose={() => setAdding(false)}
          onAdd={(tag) => {
            setAdding(false);
            choose(tag);
          }}
        />
      )}
    </section>
  );
}

interface TextsProps {
  readonly language: string;
  readonly texts: ReturnType<typeof listedTexts>;
  readonly saved: PortalTexts;
  readonly isStored: boolean;
  readonly isShipped: boolean;
  readonly onRemoved: () => void;
}

function Texts({ saved, ...shown }: TextsProps) {
  const draft = useTextDraft(shown.language, saved, shown.texts);
  return (
    <>
      <LanguageActs {...shown} draft={draft} />
      <NeedsFields needs="PUT /portal/texts/{language}">
        <TextListView {...shown} draft={draft} />
      </NeedsFields>
      {(draft.unsaved > 0 || draft.saving.error !== null) && <SaveBar draft={draft} />}
    </>
  );
}

/** Says how many texts are not saved, and saves them. */
function SaveBar({ draft }: { readonly draft: TextDraft }) {
  const { unsaved, faults, isSaving, saving, save, discard } = draft;
  const canSave = !isSaving && faults.size === 0 && unsaved > 0;
  const when = useWhenMay();
  useCommand('save', canSave ? when('PUT /portal/texts/{language}', save) : null, 'Save the texts', true);
  return (
    <div className={`${layout.rowCentered} ${layout.ruled} ${styles.save}`}>
      <SaveFailure title="The texts were not saved" saving={saving} />
      <p role="status">
        {unsaved} unsaved {unsaved === 1 ? 'text' : 'texts'}
        {faults.size > 0 && `, ${faults.size} with errors. Correct them first.`}
      </p>
      <Button kind="quiet" isDisabled={isSaving} onPress={discard}>
        Discard
      </Button>
      <Button kind="primary" isDisabled={!canSave} needs="PUT /portal/texts/{language}" onPress={save}>
        Save texts
      </Button>
    </div>
  );
}

/** Languages whose texts are typed and not saved. */
function useDraftedLanguages(): readonly string[] {
  const prefix = draftPrefix(useInstance().id);
  const keys = useDrafts((drafts) =>
    Object.keys(drafts)
      .filter((key) => key.startsWith(prefix))
      .join(' '),
  );
  return keys === '' ? [] : keys.split(' ').map((key) => key.slice(prefix.length));
}

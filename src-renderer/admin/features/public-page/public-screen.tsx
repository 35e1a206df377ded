import { ExternalLink } from 'lucide-react';
import { useRef } from 'react';
import type { SettingsOut } from '../../../../src-server/contract/settings';
import { whenDone } from '../../../api/when-done';
import { SaveFailure } from '../../../shared/forms/save-failure';
import { Button } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import layout from '../../../ui/layout.module.css';
import { toast } from '../../../ui/toast-store';
import { useInstanceOrigin } from '../../data/use-instance-origin';
import { usePublication, useSavePage } from '../../data/use-public-page';
import { WithSettings } from '../../parts/with-settings';
import { useCommand } from '../../platform/commands/command-store';
import { useInstance } from '../../platform/instance';
import { useWhenMay } from '../../platform/use-when-may';
import { ChangesSince } from './changes-since';
import { DomainCard } from './domain-card';
import { ExportButton } from './export-button';
import { consequencesOf, draftOf, faultsOf, type PageDraft, patchOf, withEdits } from './page-draft';
import { PageFields } from './page-fields';
import { PagePreview } from './page-preview';
import styles from './public-page.module.css';
import { ShownTypes } from './shown-types';

/** The public catalog: its settings next to the page itself. */
export function PublicScreen() {
  return (
    <>
      <title>Public catalog · Posthorn</title>
      <WithSettings what="the page settings">{(settings) => <Screen settings={settings} />}</WithSettings>
    </>
  );
}

function Screen({ settings }: { readonly settings: SettingsOut }) {
  // Only the edited fields: the rest shows what others save meanwhile.
  const form = useDraft<SettingsOut>(`${useInstance().id}/public-page`, settings);
  const [touched, setTouched] = useDrafted<Partial<PageDraft>>(form, 'touched', {});
  const draft = withEdits(touched, draftOf(form.opened), draftOf(settings));
  const patch = patchOf(draft, settings);
  const faults = faultsOf(draft);
  const isChanged = Object.keys(patch).length > 0;
  const title = useRef<HTMLHeadingElement>(null);
  const hasGone = () => {
    // The buttons are gone. Whoever saved by keys is still in a field.
    if (!document.activeElement?.matches('input, textarea')) title.current?.focus({ preventScroll: true });
  };
  return (
    <div className={styles.screen}>
      <section className={styles.pane} aria-labelledby="public-page-title" data-pane="">
        <header className={styles.head}>
          <h1 ref={title} tabIndex={-1} id="public-page-title">
            Public catalog
          </h1>
          <p className={styles.lead}>
            Anyone can read your catalog here, without logging in, even without JavaScript. The page updates
            with the catalog.
          </p>
          {settings.eventCatalogPublished && <Address />}
        </header>
        <PageFields
          draft={draft}
          faults={faults}
          onChange={(change) => setTouched((now) => ({ ...now, ...change }))}
        />
        <ShownTypes />
        <ChangesSince published={settings.eventCatalogPublished} />
        <DomainCard
          domain={draft.domain}
          error={faults.domain ?? null}
          saved={settings.catalogDomain}
          published={settings.eventCatalogPublished}
          onChange={(domain) => setTouched((now) => ({ ...now, domain }))}
        />
        <section className={styles.part} aria-labelledby="public-page-files">
          <h2 id="public-page-files">Download as files</h2>
          <ExportButton isDisabled={!settings.displayName?.trim()} />
        </section>
      </section>
      {/* Before the preview, whose links would otherwise all stand between the fields and this. */}
      {isChanged && (
        <SaveBar
          settings={settings}
          opened={form.opened}
          patch={patch}
          isDisabled={Object.keys(faults).length > 0}
          onSaved={(stored) => form.saved(stored) && hasGone()}
          onDiscard={() => {
            form.end();
            hasGone();
          }}
        />
      )}
      <PagePreview
        settings={{
          displayName: draft.name.trim() || null,
          catalogIntro: draft.intro.trim() || null,
          catalogLogo: draft.logo || null,
          customColor: faults.color ? settings.customColor : draft.color.trim() || null,
          draft: isChanged,
        }}
      />
    </div>
  );
}

interface SaveBarProps {
  readonly settings: SettingsOut;
  /** What the draft began with. */
  readonly opened: SettingsOut;
  readonly patch: ReturnType<typeof patchOf>;
  readonly isDisabled: boolean;
  readonly onSaved: (stored: SettingsOut) => void;
  readonly onDiscard: () => void;
}

/** What saving will do, and the two ways out of a draft. */
function SaveBar({ settings, opened, patch, isDisabled, onSaved, onDiscard }: SaveBarProps) {
  const save = useSavePage();
  const mine = { ...opened, ...patch } as SettingsOut;
  const submit = () =>
    whenDone(save.save({ opened, mine }), () => {
      onSaved(mine);
      toast('Saved the public catalog');
    });
  const canSave = !isDisabled && !save.isPending;
  const when = useWhenMay();
  useCommand(
    'save',
    canSave ? when('PATCH /settings catalogIntro', submit) : null,
    'Save the public catalog',
    true,
  );
  const verb = patch.eventCatalogPublished === true ? 'Save and publish' : 'Save';
  return (
    <section className={`${layout.line2} ${layout.ruled} ${styles.bar}`} aria-label="Unsaved changes">
      <div className={`${layout.wrappingRest} ${styles.barText}`}>
        <p role="status">{consequencesOf(patch, settings).join(' ')}</p>
        <SaveFailure title="Nothing was saved" saving={save} />
      </div>
      <Button onPress={onDiscard} isDisabled={save.isPending}>
        Discard
      </Button>
      <Button kind="primary" isDisabled={!canSave} needs="PATCH /settings catalogIntro" onPress={submit}>
        {patch.eventCatalogPublished === false ? 'Save and take offline' : verb}
      </Button>
    </section>
  );
}

function Address() {
  const address = `${useInstanceOrigin()}/catalog/`;
  return (
    <p className={styles.row}>
      <a href={address} target="_blank" rel="noopener noreferrer">
        {address} <ExternalLink size={14} aria-hidden />
      </a>
      <CopyButton text={address} what="address" />
      <Progress />
    </p>
  );
}

/** Nothing once all pages are made. An older instance, which does not say, has none that are not. */
function Progress() {
  const { data } = usePublication();
  if (!data || data.built === data.of) return null;
  return (
    <span role="status" className={layout.meta}>
      {data.built.toLocaleString('en')} of {data.of.toLocaleString('en')} pages prepared; the others are
      generated when someone opens them
    </span>
  );
}

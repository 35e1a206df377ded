import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { SettingsOut } from '../../../src-server/contract/settings';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { FailureNotice } from '../../ui/failure-notice';
import { Skeleton } from '../../ui/skeleton';
import { Switch } from '../../ui/switch';
import { TextField } from '../../ui/text-field';
import { useEventTypes } from '../catalog/use-catalog';
import { useInstanceOrigin } from '../connections/use-instance-origin';
import styles from './settings.module.css';
import { usePatchSettings, useSettings } from './use-settings';

/** Whether the catalog can be read by anybody, and under which name. */
export function CatalogSettings() {
  const settings = useSettings();
  if (settings.isPending) return <Skeleton what="the settings" />;
  if (!settings.data) {
    return (
      <FailureNotice
        title="The settings could not be read"
        cause={settings.error}
        onRetry={() => void settings.refetch()}
      />
    );
  }
  return <Form settings={settings.data} />;
}

function Form({ settings }: { readonly settings: SettingsOut }) {
  const [name, setName] = useState(settings.displayName ?? '');
  const patch = usePatchSettings();
  const types = useEventTypes();
  const address = `${useInstanceOrigin()}/catalog/`;
  const current = types.data?.filter((type) => !type.archived) ?? [];
  const hidden = current.filter((type) => type.featureFlags?.length).length;
  const nameless = name.trim() === '';
  const published = settings.eventCatalogPublished;
  return (
    <section className={styles.section} aria-labelledby="catalog-settings">
      <header>
        <h2 id="catalog-settings">Public catalog</h2>
        <p className={styles.lead}>
          A page that anybody can read, without a log-in and without scripts. It shows{' '}
          {current.length - hidden} event types
          {hidden > 0 ? `; ${hidden} behind feature flags stay out of it` : ''}, and follows the catalog by
          itself.
        </p>
      </header>
      <TextField
        label="Display name"
        value={name}
        onChange={setName}
        placeholder="Acme"
        hint="The heading of the page: your company or product."
        error={patch.error?.fieldError('displayName') ?? null}
        action={
          <Button
            isDisabled={
              patch.isPending || name.trim() === (settings.displayName ?? '') || (nameless && published)
            }
            onPress={() => patch.mutate({ displayName: name.trim() || null })}
          >
            Save name
          </Button>
        }
      />
      <Switch
        isSelected={published}
        isDisabled={patch.isPending || (!published && nameless)}
        onChange={(eventCatalogPublished) =>
          patch.mutate({ eventCatalogPublished, ...(nameless ? {} : { displayName: name.trim() }) })
        }
        hint={
          nameless
            ? 'Needs a display name first.'
            : 'Off: event types are seen only in the portal of a customer.'
        }
      >
        Make public
      </Switch>
      {patch.error && <FailureNotice title="Nothing was changed" cause={patch.error} />}
      {published && (
        <p className={styles.name} role="status">
          <a href={address} target="_blank" rel="noopener noreferrer">
            {address}
          </a>
          <ExternalLink size={14} aria-hidden />
          <CopyButton text={address} what="address" />
        </p>
      )}
    </section>
  );
}

import { FailureNotice } from '../../ui/failure-notice';
import { Skeleton } from '../../ui/skeleton';
import { Switch } from '../../ui/switch';
import styles from './settings.module.css';
import { usePatchSettings, useSettings } from './use-settings';

/** How messages leave this instance. */
export function SendingSettings() {
  const settings = useSettings();
  const patch = usePatchSettings();
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
  return (
    <section className={styles.section} aria-labelledby="sending-settings">
      <header>
        <h2 id="sending-settings">Sending</h2>
        <p className={styles.lead}>Holds for every endpoint from the next message on.</p>
      </header>
      <Switch
        isSelected={settings.data.enforceHttps}
        isDisabled={patch.isPending}
        onChange={(enforceHttps) => patch.mutate({ enforceHttps })}
        hint="Refuses new endpoints that are not https. Existing ones stay."
      >
        Only https endpoints
      </Switch>
      <Switch
        isSelected={settings.data.whitelabelHeaders}
        isDisabled={patch.isPending}
        onChange={(whitelabelHeaders) => patch.mutate({ whitelabelHeaders })}
        hint="Sends only the webhook-id, webhook-timestamp and webhook-signature headers. Off: the svix- headers go beside them, for receivers that read those."
      >
        Only standard header names
      </Switch>
      <Switch
        isSelected={settings.data.defaultSecretType === 'ed25519'}
        isDisabled={patch.isPending}
        onChange={(pair) => patch.mutate({ defaultSecretType: pair ? 'ed25519' : 'hmac256' })}
        hint="New endpoints get a pair of keys (ed25519): customers verify v1a signatures with a public key, and hold nothing that could sign. Off: a secret that both sides hold (v1), which every library knows. Existing endpoints keep theirs."
      >
        Key pairs for new endpoints
      </Switch>
      <Switch
        isSelected={settings.data.disableEndpointOnFailure}
        isDisabled={patch.isPending}
        onChange={(disableEndpointOnFailure) => patch.mutate({ disableEndpointOnFailure })}
        hint="An endpoint is disabled once everything sent to it has failed for five days, or the time this server was started with. Its deliveries wait until it is enabled again."
      >
        Disable endpoints that fail for days
      </Switch>
      {patch.error && <FailureNotice title="Nothing was changed" cause={patch.error} />}
    </section>
  );
}

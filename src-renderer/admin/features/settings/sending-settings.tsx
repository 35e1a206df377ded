import { useState } from 'react';
import type { SettingsOut } from '../../../../src-server/contract/settings';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { Switch } from '../../../ui/switch';
import { TextField } from '../../../ui/text-field';
import { useService } from '../../data/use-service';
import { usePatchSettings } from '../../data/use-settings';
import styles from '../../parts/settings.module.css';
import { WithSettings } from '../../parts/with-settings';
import { RetryLadder } from './retry-ladder';
import { SettingItem } from './setting-item';
import { StartSettings } from './start-settings';

/** How messages leave this instance. */
export function SendingSettings() {
  return <WithSettings title="Sending">{(settings) => <Form settings={settings} />}</WithSettings>;
}

function Form({ settings }: { readonly settings: SettingsOut }) {
  const patch = usePatchSettings();
  const started = useService().data?.startSettings.find(({ name }) => name === 'retry-schedule')?.value;
  const flip = (name: BooleanSetting) => ({
    isSelected: settings[name],
    isDisabled: patch.isPending,
    onChange: (on: boolean) => patch.mutate({ [name]: on }),
  });
  return (
    <section className={styles.section} aria-labelledby="sending-settings">
      <header>
        <h2 id="sending-settings">Sending</h2>
        <p className={styles.lead}>Holds for every endpoint from the next message on.</p>
      </header>
      {patch.error && <FailureNotice title="Nothing was changed" cause={patch.error} />}
      {started !== undefined && (
        <SettingItem id="retries">
          <RetryLadder policy={settings.retryPolicy} started={numbersIn(started)} />
        </SettingItem>
      )}
      <SettingItem id="auto-disable">
        <Switch
          {...flip('disableEndpointOnFailure')}
          hint="An endpoint is disabled once everything sent to it has failed for five days, or the time this server was started with. Its deliveries wait until it is enabled again."
        >
          Disable endpoints that fail for days
        </Switch>
      </SettingItem>
      <h3 className={styles.part}>What receivers see</h3>
      <SettingItem id="header-names">
        <Switch
          {...flip('whitelabelHeaders')}
          hint="Sends only the webhook-id, webhook-timestamp and webhook-signature headers. Off: the svix- headers go beside them, for receivers that read those."
        >
          Only standard header names
        </Switch>
      </SettingItem>
      <SettingItem id="svix-headers">
        <Switch
          {...flip('sendSvixWebhookHeaders')}
          hint="Sends them also where only standard names are wanted."
        >
          Send the svix headers all the same
        </Switch>
      </SettingItem>
      <SettingItem id="secret-type">
        <Switch
          isSelected={settings.defaultSecretType === 'ed25519'}
          isDisabled={patch.isPending}
          onChange={(pair) => patch.mutate({ defaultSecretType: pair ? 'ed25519' : 'hmac256' })}
          hint="New endpoints get a pair of keys (ed25519): customers verify v1a signatures with a public key, and hold nothing that could sign. Off: a secret that both sides hold (v1), which every library knows. Existing endpoints keep theirs."
        >
          Key pairs for new endpoints
        </Switch>
      </SettingItem>
      <h3 className={styles.part}>What endpoints may be</h3>
      <SettingItem id="enforce-https">
        <Switch
          {...flip('enforceHttps')}
          hint="Refuses new endpoints that are not https. Existing ones stay."
        >
          Only https endpoints
        </Switch>
      </SettingItem>
      <SettingItem id="require-types">
        <Switch
          {...flip('requireEndpointFilterTypes')}
          hint="Refuses a new endpoint without event types, and to take the last one from an endpoint."
        >
          Endpoints must choose event types
        </Switch>
      </SettingItem>
      <SettingItem id="require-channel">
        <Switch
          {...flip('requireEndpointChannel')}
          hint="Refuses a new endpoint without a channel, and to take the last one from an endpoint."
        >
          Endpoints must have a channel
        </Switch>
      </SettingItem>
      <SettingItem id="endpoints-limit">
        <EndpointsLimit key={settings.endpointsPerAppLimit} limit={settings.endpointsPerAppLimit} />
      </SettingItem>
      <SettingItem id="read-only">
        <Switch
          {...flip('readOnly')}
          hint="Portal links and integrations can look, and change nothing, whatever they were made for."
        >
          Customers may only look
        </Switch>
      </SettingItem>
      <StartSettings
        title="Set when the server starts"
        names={['request-timeout', 'retry-schedule', 'disable-after-hours', 'retention-days']}
      />
    </section>
  );
}

type BooleanSetting = {
  [K in keyof SettingsOut]: SettingsOut[K] extends boolean ? K : never;
}[keyof SettingsOut];

function EndpointsLimit({ limit }: { readonly limit: number | null }) {
  const [text, setText] = useState(limit === null ? '' : String(limit));
  const patch = usePatchSettings();
  const wanted = text.trim() === '' ? null : Number(text);
  const isWrong = wanted !== null && (!Number.isInteger(wanted) || wanted < 1 || wanted > 100_000);
  return (
    <TextField
      label="Most endpoints of one application"
      value={text}
      onChange={setText}
      inputMode="numeric"
      hint="Empty: any number. One more is refused; those that are there stay."
      error={
        isWrong
          ? 'A whole number from 1 to 100000.'
          : (patch.error?.fieldError('endpointsPerAppLimit') ?? null)
      }
      action={
        <Button
          isDisabled={isWrong || wanted === limit || patch.isPending}
          onPress={() => patch.mutate({ endpointsPerAppLimit: wanted })}
        >
          Save
        </Button>
      }
    />
  );
}

/** The start setting says `5, 300` or `none`. */
function numbersIn(text: string): readonly number[] {
  return text.split(',').map(Number).filter(Number.isFinite);
}

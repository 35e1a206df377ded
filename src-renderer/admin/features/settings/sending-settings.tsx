import { Link } from 'react-router';
import type { SettingsOut } from '../../../../src-server/contract/settings';
import { whenDone } from '../../../api/when-done';
import { SaveFailure } from '../../../shared/forms/save-failure';
import { Button } from '../../../ui/button';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { NeedsFields } from '../../../ui/needs/needs-fields';
import { Switch } from '../../../ui/switch';
import { TextField } from '../../../ui/text-field';
import { useFoundEndpoints } from '../../data/use-endpoint-directory';
import { usePauseSending, useSending } from '../../data/use-sending';
import { useService } from '../../data/use-service';
import { useEditSettings, usePatchSettings } from '../../data/use-settings';
import { PageUnread } from '../../parts/page-unread';
import styles from '../../parts/settings.module.css';
import { WithSettings } from '../../parts/with-settings';
import { useCommand } from '../../platform/commands/command-store';
import { useInstance, useTo } from '../../platform/instance';
import { useWhenMay } from '../../platform/use-when-may';
import { RetryLadder, useRetryWaits } from './retry-ladder';
import { SettingItem } from './setting-item';
import { StartSettings } from './start-settings';

/** How messages leave this instance. */
export function SendingSettings() {
  const service = useService();
  return (
    <WithSettings title="Sending">
      {(settings) =>
        // A switch must not move under the pointer when the retries appear above it.
        service.isPending ? (
          <PageUnread title="Sending" what="the settings" query={service} />
        ) : (
          <Form settings={settings} />
        )
      }
    </WithSettings>
  );
}

interface SettingsForm {
  readonly settings: SettingsOut;
  readonly patch: ReturnType<typeof usePatchSettings>;
}

/** What makes a switch of a setting. */
function flipOf({ settings, patch }: SettingsForm) {
  return (name: BooleanSetting) => ({
    isSelected: settings[name],
    isDisabled: patch.isPending,
    needs: `PATCH /settings ${name}` as const,
    onChange: (on: boolean) => patch.mutate({ [name]: on }),
  });
}

function WhatReceiversSee({ settings, patch }: SettingsForm) {
  const flip = flipOf({ settings, patch });
  return (
    <>
      <h3 className={styles.part}>What receivers see</h3>
      <SettingItem id="header-names">
        <Switch
          {...flip('whitelabelHeaders')}
          hint="Sends only the webhook-id, webhook-timestamp and webhook-signature headers. When off, also sends the svix- headers for receivers that read them."
        >
          Only standard header names
        </Switch>
      </SettingItem>
      <SettingItem id="svix-headers">
        <Switch
          {...flip('sendSvixWebhookHeaders')}
          hint="Sends the svix- headers, too, even if “Only standard header names” is on."
        >
          Always send svix headers
        </Switch>
      </SettingItem>
      <SettingItem id="announce-deprecation">
        <Switch
          {...flip('announceDeprecation')}
          hint="Requests of a deprecated event type carry webhook-deprecation and, with a date, webhook-sunset."
        >
          Announce deprecation
        </Switch>
      </SettingItem>
      <SettingItem id="trace-context">
        <Switch
          {...flip('passTraceContext')}
          hint="Keeps traceparent and tracestate of the request that creates a message. Each attempt carries them on under a span id of its own."
        >
          Pass on trace context
        </Switch>
      </SettingItem>
      <SettingItem id="secret-type">
        <Switch
          isSelected={settings.defaultSecretType === 'ed25519'}
          isDisabled={patch.isPending}
          needs="PATCH /settings defaultSecretType"
          onChange={(pair) => patch.mutate({ defaultSecretType: pair ? 'ed25519' : 'hmac256' })}
          hint="Gives new endpoints an Ed25519 key pair: customers verify v1a signatures with the public key and cannot sign. When off, new endpoints get a shared secret (v1), which every library supports. Existing endpoints keep theirs."
        >
          Key pairs for new endpoints
        </Switch>
      </SettingItem>
    </>
  );
}

function Form({ settings }: { readonly settings: SettingsOut }) {
  const when = useWhenMay();
  const patch = usePatchSettings();
  const startSettings = useService().data?.startSettings;
  const schedule = startSettings?.find(({ name }) => name === 'retry-schedule');
  const started = schedule?.value;
  const isHttpsFixed = startSettings?.find(({ name }) => name === 'https-only')?.value === 'on';
  const waits = useRetryWaits({
    policy: settings.retryPolicy,
    started: numbersIn(started ?? ''),
    isDefault: schedule?.source === 'default',
  });
  const limit = useEndpointsLimit(settings.endpointsPerAppLimit);
  const saves = [started === undefined ? null : waits.save, limit.save].filter((save) => save !== null);
  const saveAll = () => {
    for (const save of saves) save();
  };
  useCommand(
    'save',
    saves.length > 0 ? when('PATCH /settings retryPolicy', saveAll) : null,
    'Save the changes',
    true,
  );
  const flip = flipOf({ settings, patch });
  return (
    <section className={styles.section} aria-labelledby="sending-settings">
      <header>
        <h2 id="sending-settings">Sending</h2>
        <p className={layout.lead}>Applies to every endpoint from the next message.</p>
      </header>
      {patch.error && <FailureNotice title="The setting was not changed" cause={patch.error} />}
      <SettingItem id="pause-sending">
        <PauseSending />
      </SettingItem>
      {started !== undefined && (
        <SettingItem id="retries">
          <NeedsFields needs="PATCH /settings retryPolicy">
            <RetryLadder draft={waits} />
          </NeedsFields>
        </SettingItem>
      )}
      <SettingItem id="auto-disable">
        <Switch
          {...flip('disableEndpointOnFailure')}
          hint="Disables an endpoint after all its attempts have failed for five days, or for the time set when the server started. Its deliveries wait until you enable it again."
        >
          Disable failing endpoints
        </Switch>
      </SettingItem>
      <WhatReceiversSee settings={settings} patch={patch} />
      <h3 className={styles.part}>Rules for endpoints</h3>
      <SettingItem id="enforce-https">
        <Switch
          {...flip('enforceHttps')}
          isDisabled={patch.isPending || isHttpsFixed}
          hint={
            isHttpsFixed
              ? 'Set when the server started: new and changed endpoints must be https. Existing ones keep working.'
              : 'Refuses new and changed endpoints without https. Existing ones keep working.'
          }
        >
          Only https endpoints
        </Switch>
        {settings.enforceHttps && <PlainEndpoints />}
      </SettingItem>
      <SettingItem id="require-types">
        <Switch
          {...flip('requireEndpointFilterTypes')}
          hint="Refuses new endpoints without event types, and the removal of the last event type."
        >
          Endpoints must choose event types
        </Switch>
      </SettingItem>
      <SettingItem id="require-channel">
        <Switch
          {...flip('requireEndpointChannel')}
          hint="Refuses new endpoints without a channel, and the removal of the last channel."
        >
          Endpoints must have a channel
        </Switch>
      </SettingItem>
      <SettingItem id="endpoints-limit">
        <NeedsFields needs="PATCH /settings endpointsPerAppLimit">
          <EndpointsLimit draft={limit} />
        </NeedsFields>
      </SettingItem>
      <SettingItem id="read-only">
        <Switch
          {...flip('readOnly')}
          hint="Portal links and integrations can read but not change anything, whatever their permissions."
        >
          Read-only for customers
        </Switch>
      </SettingItem>
      <StartSettings
        title="Set when the server starts"
        names={['request-timeout', 'retry-schedule', 'disable-after-hours', 'retention-days', 'https-only']}
      />
    </section>
  );
}

function PauseSending() {
  const sending = useSending();
  const change = usePauseSending();
  return (
    <>
      <Switch
        isSelected={sending.data?.paused ?? false}
        isDisabled={!sending.data || change.isPending}
        needs="PUT /sending"
        onChange={(paused) => change.mutate(paused)}
        hint="Messages are still accepted. Their deliveries are queued in order, even after a restart, until you resume sending."
      >
        Pause all sending
      </Switch>
      {change.error && <FailureNotice title="Sending was not changed" cause={change.error} />}
    </>
  );
}

type BooleanSetting = {
  [K in keyof SettingsOut]: SettingsOut[K] extends boolean ? K : never;
}[keyof SettingsOut];

function useEndpointsLimit(limit: number | null) {
  const form = useDraft(`${useInstance().id}/endpoints-limit`, limit);
  const [text, setText] = useDrafted(form, 'limit', form.opened === null ? '' : String(form.opened));
  const edit = useEditSettings();
  const wanted = text.trim() === '' ? null : Number(text);
  const isWrong = wanted !== null && (!Number.isInteger(wanted) || wanted < 1 || wanted > 100_000);
  const canSave = !isWrong && wanted !== limit && !edit.isPending;
  const save = () =>
    whenDone(
      edit.save({ opened: { endpointsPerAppLimit: form.opened }, mine: { endpointsPerAppLimit: wanted } }),
      () => form.saved(wanted),
    );
  /** `save` is null while there is nothing that could be saved. */
  return { text, setText, isWrong, save: canSave ? save : null, saving: edit };
}

function EndpointsLimit({ draft }: { readonly draft: ReturnType<typeof useEndpointsLimit> }) {
  const { text, setText, isWrong, save, saving } = draft;
  return (
    <>
      <TextField
        label="Max. endpoints per application"
        value={text}
        onChange={setText}
        inputMode="numeric"
        hint="If empty, the limit set when the server started applies. Existing endpoints stay."
        error={
          isWrong
            ? 'Enter a whole number from 1 to 100000.'
            : (saving.error?.fieldError('endpointsPerAppLimit') ?? null)
        }
        action={
          <Button isDisabled={!save} needs="PATCH /settings endpointsPerAppLimit" onPress={() => save?.()}>
            Save
          </Button>
        }
      />
      <SaveFailure title="The limit was not saved" saving={saving} />
    </>
  );
}

/** The start setting is `5, 300` or `none`. */
function numbersIn(text: string): readonly number[] {
  return text.split(',').map(Number).filter(Number.isFinite);
}

/** The endpoints without https, which a rule for new ones leaves as they are. */
function PlainEndpoints() {
  const to = useTo();
  const found = useFoundEndpoints('http://');
  // The words of a search may also stand in a description.
  const plain = found.data?.data.filter(({ url }) => url.startsWith('http://')) ?? [];
  if (plain.length === 0) return null;
  return (
    <div className={layout.stack2}>
      <p className={layout.meta}>
        {plain.length === 1 ? 'This endpoint still uses http:' : 'These endpoints still use http:'}
      </p>
      <ul className={layout.meta}>
        {plain.map(({ id, appId, appName, url }) => (
          <li key={id}>
            <Link to={to('apps', appId, 'endpoints', id)}>{url}</Link>, {appName}
          </li>
        ))}
      </ul>
      {found.data?.done === false && <p className={layout.meta}>There may be more.</p>}
    </div>
  );
}

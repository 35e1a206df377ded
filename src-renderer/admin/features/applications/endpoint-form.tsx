import { useMemo, useState } from 'react';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import type { PollingEndpointOut } from '../../../../src-server/contract/polling-endpoint';
import { whenDone } from '../../../api/when-done';
import { ENDPOINT_WORDS, type EndpointWords } from '../../../shared/endpoint/edited-endpoint';
import {
  type EndpointDraft,
  type EndpointKind,
  faultsOf,
  type OpenedEndpoint,
  type OpenedPolling,
  openedEndpoint,
  toDraft,
} from '../../../shared/endpoint/endpoint-draft';
import { EndpointFields } from '../../../shared/endpoint/endpoint-fields';
import { FILTER_EXAMPLE } from '../../../shared/endpoint/filter-examples';
import { parseRateLimit, RATE_LIMIT_RULE } from '../../../shared/endpoint/rate-limit';
import { useStoreEndpoint } from '../../../shared/endpoint/use-store-endpoint';
import { groupEventTypes } from '../../../shared/event-types/group-event-types';
import { PICKER_LABELS } from '../../../shared/event-types/picker-labels';
import { SaveFailure } from '../../../shared/forms/save-failure';
import { Button } from '../../../ui/button';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import { FailureNotice } from '../../../ui/failure-notice';
import { shortRate } from '../../../ui/fuse-bar-geometry';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import type { Need } from '../../../ui/needs/needs';
import { Notice } from '../../../ui/notice';
import { Sheet } from '../../../ui/sheet';
import { useServedEventTypes } from '../../data/use-catalog';
import { useInstanceOrigin } from '../../data/use-instance-origin';
import { useSettings } from '../../data/use-settings';
import { useAllowTarget } from '../../data/use-target-consents';
import { useTraffic } from '../../data/use-traffic';
import { Sparkline } from '../../parts/traffic/sparkline';
import { useInstance, useTo } from '../../platform/instance';
import { trySearch } from '../../platform/try-address';
import styles from './detail.module.css';
import { refusedTarget } from './refused-target';

interface EndpointFormProps {
  readonly application: ApplicationOut;
  /** The endpoint to edit; absent for a new one. */
  readonly endpoint?: EndpointOut | PollingEndpointOut;
  readonly onClose: () => void;
  readonly onAdded?: (id: string, kind: EndpointKind) => void;
}

/** A form for a new or existing endpoint of either kind: address, event types, rate limit. */
export function EndpointForm({ application, endpoint, onClose, onAdded }: EndpointFormProps) {
  const place = endpoint ? `endpoint/${endpoint.id}` : `new-endpoint/${application.id}`;
  const current = endpoint ? openedEndpoint(endpoint) : null;
  const form = useDraft<OpenedEndpoint | OpenedPolling | null>(
    `${useInstance().id}/${place}`,
    current,
    onClose,
  );
  const before = form.opened && toDraft(form.opened);
  const [draft, setDraft] = useDrafted(form, 'draft', before ?? toDraft(undefined));
  const types = useServedEventTypes();
  const offered = useMemo(() => types.data?.filter((type) => !type.archived), [types.data]);
  const groups = groupEventTypes(offered ?? []);
  const edit = useStoreEndpoint({ appId: application.id, opened: form.opened, groups });
  const { error, isPending } = edit;
  const [sentUrl, setSentUrl] = useState('');
  // The refusal only applies to the URL that was sent.
  const refused = draft.url.trim() === sentUrl ? refusedTarget(error, sentUrl) : null;
  const receiver = `${useInstanceOrigin()}/receiver/try`;
  const set = (part: Partial<EndpointDraft>) => setDraft({ ...draft, ...part });
  const [hasLeftUrl, setLeftUrl] = useState(false);
  const settings = useSettings().data;
  const faults = faultsOf(draft, { ...settings, before });
  const urlFault = draft.url.trim() === '' ? undefined : faults.url;
  const fault = faultMessage(faults);
  const isSent = draft.kind === 'url';
  const mustChoose = isSent && (settings?.requireEndpointFilterTypes ?? false) && before?.scope !== 'all';
  const isRate = draft.rateLimit === '' || parseRateLimit(draft.rateLimit) !== undefined;
  const shown: Partial<Record<string, string | false>> = {
    url: hasLeftUrl && urlFault !== undefined && URL_FAULTS[urlFault],
    channels: faults.channels === 'malformed' && CHANNELS_RULE,
    rateLimit: !isRate && RATE_LIMIT_RULE,
  };
  const needs: Need = isSent
    ? endpoint
      ? 'PATCH /app/{app}/endpoint/{endpoint} url'
      : 'POST /app/{app}/endpoint'
    : endpoint
      ? 'PATCH /app/{app}/polling-endpoint/{poller}'
      : 'POST /app/{app}/polling-endpoint';
  const save = () => {
    setSentUrl(draft.url.trim());
    whenDone(edit.store(draft), ({ id, stored }) => {
      form.saved(stored);
      if (!endpoint) onAdded?.(id, draft.kind);
    });
  };
  return (
    <Sheet
      wide
      title={endpoint ? `Edit ${isSent ? '' : 'polling '}endpoint` : `New endpoint for ${application.name}`}
      draft={form}
      onClose={onClose}
      footer={
        <>
          {fault && !urlFault && !(isSent && draft.url === '') && <span role="status">{fault}</span>}
          <Button onPress={form.end}>Cancel</Button>
          <Button kind="primary" isDisabled={fault !== null || isPending} needs={needs} onPress={save}>
            {endpoint ? 'Save' : isSent ? 'Add endpoint' : 'Add polling endpoint'}
          </Button>
        </>
      }
    >
      <EndpointFields
        appId={application.id}
        endpointId={endpoint?.id ?? null}
        draft={draft}
        set={set}
        words={wordsFor({ application, current: offered, mustChoose, receiver })}
        error={(field) => shown[field] || (error?.fieldError(field) ?? null)}
        url={{
          type: 'url',
          autoFocus: true,
          onBlur: () => setLeftUrl(true),
          action: <Button onPress={() => set({ url: receiver })}>Use this receiver</Button>,
        }}
        picker={{ types: offered }}
        channels={{ isRequired: isSent && (settings?.requireEndpointChannel ?? false) }}
        belowRate={
          endpoint &&
          'url' in endpoint && (
            <LimitTraffic
              appId={application.id}
              endpointId={endpoint.id}
              limit={
                draft.speed === 'inherit' ? application.rateLimit : (parseRateLimit(draft.rateLimit) ?? null)
              }
            />
          )
        }
      />
      {!refused && endpoint && <SaveFailure title="The endpoint was not saved" saving={edit.saving} />}
      {!refused && !endpoint && error && <FailureNotice title="The endpoint was not saved" cause={error} />}
      {refused && <AllowRefusedTarget key={refused} host={refused} onAllowed={save} />}
    </Sheet>
  );
}

interface Situation {
  readonly application: ApplicationOut;
  /** The current event types; undefined: not read. */
  readonly current: readonly ListedEventType[] | undefined;
  readonly mustChoose: boolean;
  /** The address of the built-in receiver. */
  readonly receiver: string;
}

/** The words of the fields, with what they mean for this application. */
function wordsFor({ application, current, mustChoose, receiver }: Situation): EndpointWords {
  const { url, events, rateLimit } = ENDPOINT_WORDS;
  const hidden = current?.filter((type) => type.featureFlags?.length).length ?? 0;
  const hint = mustChoose
    ? 'Not available: this instance requires a choice of event types.'
    : `All ${current?.length ?? 'current ones'}${hidden > 0 ? ` (${hidden} behind feature flags)` : ''}, plus any added later.`;
  const inherited =
    application.rateLimit === null
      ? `No limit: ${application.name} has none`
      : `${application.rateLimit}/s, from ${application.name}`;
  const tryHint = (
    <>
      No receiver yet? Use the built-in one: <code>{receiver}</code>
    </>
  );
  return {
    ...ENDPOINT_WORDS,
    url: { ...url, hint: tryHint },
    events: { ...events, all: { ...events.all, hint } },
    rateLimit: { ...rateLimit, inherit: { ...rateLimit.inherit, hint: inherited } },
  };
}

const URL_FAULTS = {
  missing: 'Enter a URL.',
  incomplete: 'Enter a complete URL that starts with https:// or http://.',
  'not-http': 'Enter a URL that starts with https:// or http://.',
  'not-https': 'Enter a URL that starts with https://. The settings of this instance allow no other.',
} as const;

const CHANNELS_RULE = 'At most 10 names, separated by commas. Use letters, digits and - _ . : +';

/** Why the form cannot be saved, in words; null if it can. The server reports any other fault of a URL. */
function faultMessage(faults: ReturnType<typeof faultsOf>): string | null {
  const { url, events, rateLimit, channels, filter } = faults;
  if (url) return URL_FAULTS[url];
  if (events === 'malformed') return PICKER_LABELS.invalidName;
  if (events) return 'Choose at least one event type, or select All events.';
  if (channels) return channels === 'missing' ? 'Enter at least one channel.' : CHANNELS_RULE;
  if (filter) return ENDPOINT_WORDS.filter.malformed({ example: FILTER_EXAMPLE });
  return rateLimit ? 'Enter a rate limit.' : null;
}

interface AllowRefusedTargetProps {
  /** The host that was refused. */
  readonly host: string;
  /** Called once it is allowed. */
  readonly onAllowed: () => void;
}

/** Offers to allow the non-public address of an endpoint, and explains what that means. */
function AllowRefusedTarget({ host, onAllowed }: AllowRefusedTargetProps) {
  const allow = useAllowTarget();
  return (
    <>
      <Notice
        tone="warning"
        title={
          <>
            Not saved: <code>{host}</code> is not a public address
          </>
        }
        actions={
          <Button
            size="small"
            isDisabled={allow.isPending}
            needs="POST /target-consent"
            onPress={() => whenDone(allow.mutateAsync({ target: host }), onAllowed)}
          >
            Allow this target
          </Button>
        }
      >
        Allowing this target saves the endpoint. Every application, and every customer with a portal link, can
        then send there until you remove the target in the settings, under Network access.
      </Notice>
      {allow.error && <FailureNotice title="The target was not allowed" cause={allow.error} />}
    </>
  );
}

interface LimitTrafficProps {
  readonly appId: string;
  readonly endpointId: string;
  /** The limit being edited, messages per second; null: none. */
  readonly limit: number | null;
}

/** The traffic of an endpoint, with the limit being edited drawn in. */
function LimitTraffic({ appId, endpointId, limit }: LimitTrafficProps) {
  const to = useTo();
  const now = useTraffic(endpointId);
  const rates = now
    ? `Now: ${shortRate(now.arrivalsPerS)}/s received, ${shortRate(now.sendsPerS)}/s sent.`
    : 'Loading current rates.';
  return (
    <div className={styles.traffic}>
      <div className={`${layout.framed} ${layout.sunken} ${styles.picture}`}>
        <Sparkline endpointId={endpointId} limit={limit} />
      </div>
      <p className={layout.metaNumbers}>
        The last minutes
        {limit === null ? '' : `; the dashed line is the limit of ${limit.toLocaleString('en')}/s`}. {rates}
      </p>
      <LinkButton
        size="small"
        to={to('deliveries', 'simulator') + trySearch({ appId, endpointId, window: 'hour' }, limit)}
      >
        Try in simulator
      </LinkButton>
    </div>
  );
}

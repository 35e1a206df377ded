import { useState } from 'react';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { whenDone } from '../../../api/when-done';
import { endpointFields } from '../../../shared/endpoint/edited-endpoint';
import {
  type EndpointDraft,
  faultsOf,
  TEXT_FIELDS,
  TEXT_WORDS,
  toBody,
  toDraft,
} from '../../../shared/endpoint/endpoint-draft';
import { parseRateLimit, RATE_LIMIT_RULE } from '../../../shared/endpoint/rate-limit';
import { SENDING } from '../../../shared/endpoint/sending';
import { useCreateEndpoint, useEditEndpoint } from '../../../shared/endpoint/use-endpoints';
import { EventTypePicker } from '../../../shared/event-types/event-type-picker';
import { groupEventTypes } from '../../../shared/event-types/group-event-types';
import { PICKER_LABELS } from '../../../shared/event-types/picker-labels';
import { SaveFailure } from '../../../shared/forms/save-failure';
import { Button } from '../../../ui/button';
import { Choice } from '../../../ui/choice';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import { FailureNotice } from '../../../ui/failure-notice';
import { Sheet } from '../../../ui/sheet';
import { TextField } from '../../../ui/text-field';
import { useServedEventTypes } from '../../data/use-catalog';
import { useInstanceOrigin } from '../../data/use-instance-origin';
import { useSettings } from '../../data/use-settings';
import { SENDING_LABELS } from '../../parts/sending/sending-labels';
import { useInstance } from '../../platform/instance';
import { AllowRefusedTarget } from './allow-refused-target';
import { LimitTraffic } from './limit-traffic';
import { refusedTarget } from './refused-target';

interface EndpointFormProps {
  readonly application: ApplicationOut;
  /** The endpoint to edit; absent for a new one. */
  readonly endpoint?: EndpointOut;
  readonly onClose: () => void;
  readonly onAdded?: (endpoint: EndpointOut) => void;
}

/** A form for a new or existing endpoint: address, event types, rate limit. */
export function EndpointForm({ application, endpoint, onClose, onAdded }: EndpointFormProps) {
  const place = endpoint ? `endpoint/${endpoint.id}` : `new-endpoint/${application.id}`;
  const form = useDraft<EndpointOut | null>(`${useInstance().id}/${place}`, endpoint ?? null, onClose);
  const before = form.opened && toDraft(form.opened);
  const [draft, setDraft] = useDrafted(form, 'draft', before ?? toDraft(undefined));
  const types = useServedEventTypes();
  const groups = groupEventTypes((types.data ?? []).filter((type) => !type.archived));
  const create = useCreateEndpoint(application.id);
  const edit = useEditEndpoint({ appId: application.id, endpointId: endpoint?.id ?? '', groups });
  const { error, isPending } = endpoint ? edit : create;
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
  const mustChoose = (settings?.requireEndpointFilterTypes ?? false) && before?.scope !== 'all';
  const save = () => {
    const body = toBody(draft, groups, before?.sending);
    setSentUrl(body.url);
    if (form.opened) {
      const { opened: was } = form;
      const opened = endpointFields(was, groups);
      whenDone(edit.save({ opened, mine: { ...opened, ...body } }), () => form.saved({ ...was, ...body }));
      return;
    }
    whenDone(create.mutateAsync(body), (made) => {
      form.saved(null);
      onAdded?.(made);
    });
  };
  return (
    <Sheet
      wide
      title={endpoint ? 'Edit endpoint' : `New endpoint for ${application.name}`}
      draft={form}
      onClose={onClose}
      footer={
        <>
          {fault && !urlFault && draft.url !== '' && <span role="status">{fault}</span>}
          <Button onPress={form.end}>Cancel</Button>
          <Button kind="primary" isDisabled={fault !== null || isPending} onPress={save}>
            {endpoint ? 'Save' : 'Add endpoint'}
          </Button>
        </>
      }
    >
      <TextField
        label="URL"
        type="url"
        mono
        autoFocus
        value={draft.url}
        onChange={(url) => set({ url })}
        onBlur={() => setLeftUrl(true)}
        placeholder="https://customer.example.com/webhooks"
        hint={
          <>
            No receiver yet? Use the built-in one: <code>{receiver}</code>
          </>
        }
        error={(hasLeftUrl && urlFault && URL_FAULTS[urlFault]) || (error?.fieldError('url') ?? null)}
        action={<Button onPress={() => set({ url: receiver })}>Use this receiver</Button>}
      />
      {TEXT_FIELDS.map((field) => (
        <TextField
          key={field}
          label={TEXT_WORDS[field].label}
          isRequired={false}
          value={draft[field]}
          onChange={(text) => set({ [field]: text })}
          error={error?.fieldError(field) ?? null}
        />
      ))}
      <Events draft={draft} set={set} mustChoose={mustChoose} />
      <TextField
        label="Channels"
        isRequired={settings?.requireEndpointChannel ?? false}
        mono
        value={draft.channels}
        onChange={(channels) => set({ channels })}
        placeholder="project_1, project_2"
        hint="Receives only messages sent to one of these channels. If empty, receives all messages."
        error={(faults.channels === 'malformed' && CHANNELS_RULE) || (error?.fieldError('channels') ?? null)}
      />
      <Limit application={application} draft={draft} set={set} />
      {endpoint && (
        <LimitTraffic
          appId={application.id}
          endpointId={endpoint.id}
          limit={
            draft.speed === 'inherit' ? application.rateLimit : (parseRateLimit(draft.rateLimit) ?? null)
          }
        />
      )}
      <Choice
        label="Sending"
        value={draft.sending}
        onChange={(sending) => set({ sending })}
        options={SENDING.map((value) => ({ value, ...SENDING_LABELS[value] }))}
      />
      {!refused && endpoint && <SaveFailure title="The endpoint was not saved" saving={edit} />}
      {!refused && create.error && <FailureNotice title="The endpoint was not saved" cause={create.error} />}
      {refused && <AllowRefusedTarget key={refused} host={refused} onAllowed={save} />}
    </Sheet>
  );
}

interface PartProps {
  readonly draft: EndpointDraft;
  readonly set: (part: Partial<EndpointDraft>) => void;
}

function Events({ draft, set, mustChoose }: PartProps & { readonly mustChoose: boolean }) {
  const types = useServedEventTypes();
  const current = types.data?.filter((type) => !type.archived) ?? [];
  const hidden = current.filter((type) => type.featureFlags?.length).length;
  return (
    <>
      <Choice
        label="Events"
        value={draft.scope}
        onChange={(scope) => set({ scope })}
        options={[
          {
            value: 'all',
            label: 'All events',
            hint: mustChoose
              ? 'Not available: this instance requires a choice of event types.'
              : `All ${current.length}${hidden > 0 ? ` (${hidden} behind feature flags)` : ''}, plus any added later.`,
          },
          {
            value: 'some',
            label: 'Selected events',
            hint: 'Single event types, or groups including their future event types.',
          },
        ]}
      />
      {draft.scope === 'some' && (
        <EventTypePicker types={current} choice={draft.choice} onChange={(choice) => set({ choice })} />
      )}
    </>
  );
}

function Limit({ application, draft, set }: PartProps & { readonly application: ApplicationOut }) {
  const inherited =
    application.rateLimit === null
      ? `No limit: ${application.name} has none`
      : `${application.rateLimit}/s, from ${application.name}`;
  return (
    <>
      <Choice
        label="Rate limit"
        value={draft.speed}
        onChange={(speed) => set({ speed })}
        options={[
          { value: 'inherit', label: 'Inherit', hint: inherited },
          { value: 'own', label: 'Own limit' },
        ]}
      />
      {draft.speed === 'own' && (
        <TextField
          label="Messages per second"
          inputMode="numeric"
          value={draft.rateLimit}
          onChange={(rateLimit) => set({ rateLimit })}
          error={
            draft.rateLimit !== '' && parseRateLimit(draft.rateLimit) === undefined ? RATE_LIMIT_RULE : null
          }
        />
      )}
    </>
  );
}

const URL_FAULTS = {
  missing: 'Enter a URL.',
  incomplete: 'Enter a complete URL that starts with https:// or http://.',
  'not-http': 'Enter a URL that starts with https:// or http://.',
  'not-https': 'Enter a URL that starts with https://. The settings of this instance allow no other.',
} as const;

const CHANNELS_RULE = 'At most 10 names, separated by commas. Use letters, digits and - _ . : +';

/** Why the form cannot be saved, in words; null if it can. The server reports any other fault of a URL. */
function faultMessage({ url, events, rateLimit, channels }: ReturnType<typeof faultsOf>): string | null {
  if (url) return URL_FAULTS[url];
  if (events === 'malformed') return PICKER_LABELS.invalidName;
  if (events) return 'Choose at least one event type, or select All events.';
  if (channels) return channels === 'missing' ? 'Enter at least one channel.' : CHANNELS_RULE;
  return rateLimit ? 'Enter a rate limit.' : null;
}

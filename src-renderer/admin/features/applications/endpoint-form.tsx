import { useState } from 'react';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { whenDone } from '../../../api/when-done';
import { type EndpointDraft, faultsOf, toBody, toDraft } from '../../../shared/endpoint/endpoint-draft';
import { parseRateLimit, RATE_LIMIT_RULE } from '../../../shared/endpoint/rate-limit';
import { useCreateEndpoint, usePatchEndpoint } from '../../../shared/endpoint/use-endpoints';
import { EventTypePicker } from '../../../shared/event-types/event-type-picker';
import { groupEventTypes } from '../../../shared/event-types/group-event-types';
import { Button } from '../../../ui/button';
import { Choice } from '../../../ui/choice';
import { FailureNotice } from '../../../ui/failure-notice';
import { Sheet } from '../../../ui/sheet';
import { Switch } from '../../../ui/switch';
import { TextField } from '../../../ui/text-field';
import { useServedEventTypes } from '../../data/use-catalog';
import { useInstanceOrigin } from '../../data/use-instance-origin';
import { AllowRefusedTarget } from './allow-refused-target';
import { LimitTraffic } from './limit-traffic';
import { refusedTarget } from './refused-target';

interface EndpointFormProps {
  readonly application: ApplicationOut;
  /** The endpoint to edit; absent for a new one. */
  readonly endpoint?: EndpointOut;
  readonly onClose: () => void;
  readonly onSaved?: (endpoint: EndpointOut) => void;
}

interface Draft extends EndpointDraft {
  readonly disabled: boolean;
  readonly paused: boolean;
}

/** A form for a new or existing endpoint: address, event types, rate limit. */
export function EndpointForm({ application, endpoint, onClose, onSaved }: EndpointFormProps) {
  const [draft, setDraft] = useState<Draft>(() => ({
    ...toDraft(endpoint),
    disabled: endpoint?.disabled ?? false,
    paused: endpoint?.paused ?? false,
  }));
  const create = useCreateEndpoint(application.id);
  const patch = usePatchEndpoint(application.id, endpoint?.id ?? '');
  const { error, isPending, variables } = endpoint ? patch : create;
  // The refusal only applies to the URL that was sent.
  const refused = draft.url.trim() === variables?.url ? refusedTarget(error, variables.url) : null;
  const receiver = `${useInstanceOrigin()}/receiver/try`;
  const types = useServedEventTypes();
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const fault = faultMessage(draft);
  const save = () => {
    const { disabled, paused } = draft;
    const current = (types.data ?? []).filter((type) => !type.archived);
    const body = { ...toBody(draft, groupEventTypes(current)), disabled, paused };
    whenDone((endpoint ? patch : create).mutateAsync(body), (saved) => {
      onClose();
      onSaved?.(saved);
    });
  };
  return (
    <Sheet
      wide
      title={endpoint ? 'Edit endpoint' : `New endpoint for ${application.name}`}
      onClose={onClose}
      footer={
        <>
          {fault && draft.url !== '' && <span role="status">{fault}</span>}
          <Button onPress={onClose}>Cancel</Button>
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
        placeholder="https://customer.example.com/webhooks"
        hint={
          <>
            No receiver yet? Use the built-in one: <code>{receiver}</code>
          </>
        }
        error={error?.fieldError('url') ?? null}
        action={<Button onPress={() => set({ url: receiver })}>Use this receiver</Button>}
      />
      <TextField
        label="Description"
        isRequired={false}
        value={draft.description}
        onChange={(description) => set({ description })}
        error={error?.fieldError('description') ?? null}
      />
      <Events draft={draft} set={set} />
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
      <Switch
        isSelected={!draft.disabled}
        onChange={(enabled) => set({ disabled: !enabled })}
        hint="When off, deliveries wait and resends are refused. Nothing is dropped."
      >
        Enabled
      </Switch>
      <Switch
        isSelected={draft.paused}
        onChange={(paused) => set({ paused })}
        hint="When on, new messages and resends wait. When off again, they are sent in order, within the limit."
      >
        Paused
      </Switch>
      {error && !refused && <FailureNotice title="The endpoint was not saved" cause={error} />}
      {refused && <AllowRefusedTarget key={refused} host={refused} onAllowed={save} />}
    </Sheet>
  );
}

interface PartProps {
  readonly draft: Draft;
  readonly set: (part: Partial<Draft>) => void;
}

function Events({ draft, set }: PartProps) {
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
            hint: `${current.length} today${hidden > 0 ? ` (${hidden} behind feature flags)` : ''}, and every future one.`,
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

/** Why the form cannot be saved, in words; null if it can. The server reports any other fault of a URL. */
function faultMessage(draft: Draft): string | null {
  const { url, events, rateLimit } = faultsOf(draft);
  if (url === 'missing') return 'Enter a URL.';
  if (events) return 'Choose at least one event type, or select All events.';
  return rateLimit ? 'Enter a rate limit.' : null;
}

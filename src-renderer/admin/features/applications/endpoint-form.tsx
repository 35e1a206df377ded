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
import { useEventTypes } from '../../data/use-catalog';
import { useInstanceOrigin } from '../../data/use-instance-origin';
import { AllowRefusedTarget } from './allow-refused-target';
import { LimitTraffic } from './limit-traffic';
import { refusedTarget } from './refused-target';

export interface EndpointFormProps {
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

/** A form for an endpoint, new or not: where, what, how fast. */
export function EndpointForm({ application, endpoint, onClose, onSaved }: EndpointFormProps) {
  const [draft, setDraft] = useState<Draft>(() => ({
    ...toDraft(endpoint),
    disabled: endpoint?.disabled ?? false,
    paused: endpoint?.paused ?? false,
  }));
  const create = useCreateEndpoint(application.id);
  const patch = usePatchEndpoint(application.id, endpoint?.id ?? '');
  const { error, isPending, variables } = endpoint ? patch : create;
  // Whatever is typed since then has not been refused.
  const refused = draft.url.trim() === variables?.url ? refusedTarget(error, variables.url) : null;
  const receiver = `${useInstanceOrigin()}/receiver/try`;
  const types = useEventTypes();
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
      title={endpoint ? 'Edit endpoint' : `New endpoint of ${application.name}`}
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
            To try it without one of your own: <code>{receiver}</code> is the built-in receiver.
          </>
        }
        error={error?.fieldError('url') ?? null}
        action={<Button onPress={() => set({ url: receiver })}>Use the receiver</Button>}
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
        hint="Off: its deliveries are held until it is on again, and a resend is refused; nothing is dropped."
      >
        Enabled
      </Switch>
      <Switch
        isSelected={draft.paused}
        onChange={(paused) => set({ paused })}
        hint="On: new messages and resends are accepted and wait. Off again: they leave in order, at the limit."
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
  const types = useEventTypes();
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
            hint: `${current.length} today, and every future one${hidden > 0 ? `, ${hidden} behind feature flags among them` : ''}.`,
          },
          {
            value: 'some',
            label: 'Only these',
            hint: 'Single event types, or groups with what joins them later.',
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
      ? `No limit: application ${application.name} has none`
      : `${application.rateLimit}/s, from application ${application.name}`;
  return (
    <>
      <Choice
        label="Rate limit"
        value={draft.speed}
        onChange={(speed) => set({ speed })}
        options={[
          { value: 'inherit', label: 'Inherit', hint: inherited },
          { value: 'own', label: 'Its own' },
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

/** Why the form cannot be saved, in words; null when it can. What else is wrong with a URL, the server says. */
function faultMessage(draft: Draft): string | null {
  const { url, events, rateLimit } = faultsOf(draft);
  if (url === 'missing') return 'The URL is missing.';
  if (events) return 'Choose at least one event type, or All events.';
  return rateLimit ? 'The rate limit is missing.' : null;
}

import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { SENDING, SENDING_LABELS } from '../../../shared/endpoint/sending';
import type { useEditEndpoint } from '../../../shared/endpoint/use-endpoints';
import { Segmented } from '../../../ui/segmented';
import { useHold } from '../use-hold';

interface SendingSwitchProps {
  readonly endpoint: EndpointOut;
  /** A failure is in its `error`, for the caller to show. */
  readonly patch: ReturnType<typeof useEditEndpoint>;
}

/** Pauses or releases an endpoint at once. Disabling it is an act of the menu beside. */
export function SendingSwitch({ endpoint, patch }: SendingSwitchProps) {
  const { now, change } = useHold(endpoint, patch);
  return (
    <Segmented
      label="Sending"
      needs="PATCH /app/{app}/endpoint/{endpoint} paused"
      value={now}
      onChange={change}
      options={SENDING.filter((value) => value !== 'disabled' || now === 'disabled').map((value) => ({
        value,
        label: SENDING_LABELS[value].label,
      }))}
    />
  );
}

import layout from '../../../ui/layout.module.css';
import { useReceivers } from '../../data/use-changes';
import { useConnection } from '../../data/working-copy/use-connections';
import { useInstance } from '../../platform/instance';

/** Which endpoints receive an event type that is hidden or removed, if the instance answers. */
export function Receivers({ name }: { readonly name: string }) {
  const instance = useConnection(useInstance().id)?.name ?? 'the instance';
  const receivers = useReceivers(name);
  if (receivers.isPending) return null;
  if (!receivers.data) {
    return <p className={layout.muted}>Its endpoints are unknown while {instance} is not responding.</p>;
  }
  const { named, unfiltered } = receivers.data;
  if (named + unfiltered === 0) return <p className={layout.muted}>No endpoint on {instance} receives it.</p>;
  const parts = [
    named > 0 && `${named} ${named === 1 ? 'endpoint filters' : 'endpoints filter'} on it`,
    unfiltered > 0 && `${unfiltered} ${unfiltered === 1 ? 'receives' : 'receive'} it unfiltered`,
  ].filter(Boolean);
  return (
    <p>
      On {instance}, {parts.join(' and ')}. They still receive it.
    </p>
  );
}

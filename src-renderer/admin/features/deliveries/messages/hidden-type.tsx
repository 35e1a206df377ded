import layout from '../../../../ui/layout.module.css';
import { useServedEventTypes } from '../../../data/use-catalog';
import { usePortalSessions } from '../../../data/use-portal-sessions';
import { hiddenLabel } from './hidden-label';

interface HiddenTypeProps {
  readonly appId: string;
  readonly eventType: string;
}

/** Says that the customer cannot see or choose the event type of a message; nothing if the customer can. */
export function HiddenType({ appId, eventType }: HiddenTypeProps) {
  const types = useServedEventTypes();
  const flags = types.data?.find(({ name }) => name === eventType)?.featureFlags ?? [];
  return flags.length > 0 ? <HiddenFrom appId={appId} flags={flags} /> : null;
}

function HiddenFrom({ appId, flags }: { readonly appId: string; readonly flags: readonly string[] }) {
  const sessions = usePortalSessions(appId).data;
  const label = sessions && hiddenLabel({ flags, sessions: sessions.data, hasMore: !sessions.done });
  return label ? <p className={layout.lead}>{label}</p> : null;
}

import type { FleetMessageOut } from '../../../../src-server/contract/fleet-message';
import layout from '../../../ui/layout.module.css';
import { MessageStateMark } from './message-state-mark';
import { outcomeLabel } from './outcome-label';
import { reasonLabel } from './reason-label';

interface MessageOutcomeProps {
  readonly message: Pick<FleetMessageOut, 'state' | 'reason' | 'outcomes'>;
  /** Flags of its event type. */
  readonly flags: readonly string[];
}

/** What became of a message, in one cell: its state, why, and how far it got where it has several endpoints. */
export function MessageOutcome({ message, flags }: MessageOutcomeProps) {
  const { state, reason, outcomes } = message;
  const why = reason && reasonLabel(reason);
  // Where no endpoint took it, the customer may not have been able to choose its type.
  const isNowhere = reason?.kind === 'filtered' || reason?.kind === 'no-endpoint';
  const all = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return (
    <span className={layout.line2} title={outcomeLabel(message)}>
      <MessageStateMark state={state} reason={reason} />
      {why && <Chip text={why} />}
      {isNowhere && flags.length > 0 && <Chip text={`needs flag ${flags.join(' or ')}`} />}
      {all > 1 && state !== 'delivered' && (
        <span className={layout.metaNumbers}>
          {outcomes.success} of {all}
        </span>
      )}
    </span>
  );
}

function Chip({ text }: { readonly text: string }) {
  return (
    <span
      className={`${layout.small} ${layout.edged} ${layout.rounded4} ${layout.paddedAcross2} ${layout.nowrap}`}
    >
      {text}
    </span>
  );
}

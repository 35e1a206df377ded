import { Button } from '../../../ui/button';
import { pullable, type SyncPlan } from './sync-choices';

interface SyncActsProps {
  /** What was asked for: the main button, if there is something to do. */
  readonly act: 'pull' | 'push';
  readonly plan: SyncPlan;
  readonly instance: string;
  /** Neither can be done now. */
  readonly isHeld: boolean;
  /** A push waits for a confirmation. */
  readonly isPushHeld: boolean;
  readonly onApply: (what: 'pull' | 'push') => void;
}

/** The acts of a sync; each counts exactly what it does. */
export function SyncActs({ act, plan, instance, isHeld, isPushHeld, onApply }: SyncActsProps) {
  const amounts = { pull: pullable(plan), push: plan.writes.length };
  if (amounts.pull + amounts.push === 0) {
    return (
      <Button kind="primary" isDisabled>
        {plan.open.length === 0 ? 'Nothing to sync' : 'Resolve conflicts first'}
      </Button>
    );
  }
  const other = act === 'pull' ? 'push' : 'pull';
  const main = amounts[act] > 0 ? act : other;
  // The main one last.
  const order = [main === 'pull' ? 'push' : 'pull', main] as const;
  return order.map(
    (what) =>
      amounts[what] > 0 && (
        <Button
          key={what}
          kind={what === main ? 'primary' : 'plain'}
          isDisabled={isHeld || (what === 'push' && isPushHeld)}
          onPress={() => onApply(what)}
        >
          {what === 'pull' ? 'Pull' : 'Push'} {amounts[what].toLocaleString('en')}{' '}
          {what === 'pull' ? 'from' : 'to'} {instance}
        </Button>
      ),
  );
}

import type { StatusText } from '../../../src-server/contract/attempt';
import type { MessageOutcomes } from '../../../src-server/contract/message';
import { Status } from '../../ui/status';
import { useLabels } from '../look/look-context';
import styles from './portal-messages.module.css';

/** The outcomes that need a person come first. */
const ORDER: readonly StatusText[] = ['fail', 'sending', 'pending', 'canceled', 'success'];

/** The outcome of a message over all endpoints: the worst one, and how many endpoints have it. */
export function MessageOutcome({ outcomes }: { readonly outcomes: MessageOutcomes }) {
  const labels = useLabels().messages;
  const all = ORDER.reduce((sum, status) => sum + outcomes[status], 0);
  const worst = ORDER.find((status) => outcomes[status] > 0);
  if (!worst) return <span className={styles.nowhere}>{labels.noEndpoint}</span>;
  return (
    <>
      <Status status={worst} />
      {all > 1 && (
        <span className={styles.share}>
          {outcomes[worst] === all ? labels.atAll(all) : labels.atSome(outcomes[worst], all)}
        </span>
      )}
    </>
  );
}

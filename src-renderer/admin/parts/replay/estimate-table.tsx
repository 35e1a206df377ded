import type { ReplayEstimateOut } from '../../../../src-server/contract/replay';
import { sumOfEstimates } from '../../../shared/replay/replay-plan';
import { aboutHowLong } from '../../../ui/about-how-long';
import layout from '../../../ui/layout.module.css';
import type { HistorySource } from '../../data/attempt-log/attempt-history';
import styles from './replay-sheet.module.css';

interface EstimateTableProps {
  readonly targets: readonly HistorySource[];
  /** In the order of the targets; undefined for a target that refuses. */
  readonly estimates: readonly (ReplayEstimateOut | undefined)[];
}

const number = new Intl.NumberFormat('en-GB');
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** The number of messages by endpoint, their time range, and how long they take at the limit. */
export function EstimateTable({ targets, estimates }: EstimateTableProps) {
  const known = estimates.filter((one) => one !== undefined);
  const total = sumOfEstimates(known);
  const rows = targets
    .map((target, index) => ({ target, estimate: estimates[index] }))
    .filter(({ estimate }) => (estimate?.messages ?? 0) > 0);
  return (
    <div className={layout.stack2}>
      <p className={layout.total} role="status">
        {total.messages === 0
          ? 'No messages to send.'
          : `${number.format(total.messages)} ${total.messages === 1 ? 'message' : 'messages'}, ${howLong(known)}.`}
      </p>
      {(total.oldest || total.alreadyWaiting + total.contentRemoved > 0) && (
        <p className={layout.metaNumbers}>
          {total.oldest && total.newest && acceptedWhen(total.oldest, total.newest)}
          {total.alreadyWaiting > 0 && ` ${number.format(total.alreadyWaiting)} more are already waiting.`}
          {total.contentRemoved > 0 &&
            ` ${number.format(total.contentRemoved)} more cannot be sent: their content was removed.`}
        </p>
      )}
      {rows.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Endpoint</th>
              <th scope="col">Messages</th>
              <th scope="col">Waiting</th>
              <th scope="col">Limit</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ target, estimate }) => (
              <tr key={target.endpointId}>
                <td className={styles.url}>{target.url.replace(/^https?:\/\//, '')}</td>
                <td>{number.format(estimate?.messages ?? 0)}</td>
                <td>{number.format(estimate?.waiting ?? 0)}</td>
                <td>{estimate?.rateLimit == null ? 'none' : `${estimate.rateLimit}/s`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function acceptedWhen(oldest: string, newest: string): string {
  const [first, last] = [moment.format(Date.parse(oldest)), moment.format(Date.parse(newest))];
  return first === last ? `Accepted ${first}.` : `The oldest was accepted ${first}, the newest ${last}.`;
}

function howLong(estimates: readonly ReplayEstimateOut[]): string {
  const { seconds } = sumOfEstimates(estimates);
  if (seconds !== null) {
    const busy = estimates.filter(({ messages }) => messages > 0);
    const at =
      busy.length === 1 && busy[0]?.rateLimit ? `${number.format(busy[0].rateLimit)}/s` : 'the limit';
    return `${aboutHowLong(seconds)} at ${at}, including waiting ones`;
  }
  return estimates.some(({ messages, rateLimit }) => messages > 0 && rateLimit !== null)
    ? 'held until an endpoint is resumed'
    : 'as fast as the receiver answers, without a limit';
}

import type { ReplayEstimateOut } from '../../../src-server/contract/replay';
import type { HistorySource } from './attempt-history';
import { aboutHowLong, sumOfEstimates } from './replay-plan';
import styles from './replay-sheet.module.css';

export interface EstimateTableProps {
  readonly targets: readonly HistorySource[];
  /** In the order of the targets. */
  readonly estimates: readonly ReplayEstimateOut[];
}

const number = new Intl.NumberFormat('en-GB');
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** How many messages, by endpoint, from when, and how long they take at the limit. */
export function EstimateTable({ targets, estimates }: EstimateTableProps) {
  const total = sumOfEstimates(estimates);
  const [first] = estimates;
  const rows = targets
    .map((target, index) => ({ target, estimate: estimates[index] }))
    .filter(({ estimate }) => (estimate?.messages ?? 0) > 0);
  return (
    <div className={styles.estimate}>
      <p className={styles.total} role="status">
        {total.messages === 0
          ? 'No message to send.'
          : `${number.format(total.messages)} ${total.messages === 1 ? 'message' : 'messages'}, ${howLong(estimates)}.`}
      </p>
      {first && (
        <p className={styles.aside}>
          Accepted between {moment.format(Date.parse(first.from))} and{' '}
          {moment.format(Date.parse(first.until))}.
          {total.alreadyWaiting > 0 && ` ${number.format(total.alreadyWaiting)} more wait already.`}
          {total.contentRemoved > 0 &&
            ` ${number.format(total.contentRemoved)} more have lost their content and cannot be sent.`}
        </p>
      )}
      {rows.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Endpoint</th>
              <th scope="col">Messages</th>
              <th scope="col">Wait already</th>
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

function howLong(estimates: readonly ReplayEstimateOut[]): string {
  const { seconds } = sumOfEstimates(estimates);
  if (seconds !== null) return `${aboutHowLong(seconds)} at the limit, with those that wait already`;
  return estimates.some(({ messages, rateLimit }) => messages > 0 && rateLimit !== null)
    ? 'held until an endpoint is resumed'
    : 'as fast as the receiver answers: there is no limit';
}

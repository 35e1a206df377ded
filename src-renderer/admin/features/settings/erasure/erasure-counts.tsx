import type { BackgroundTaskOut } from '../../../../../src-server/contract/background-task';
import type { ErasureEstimateOut } from '../../../../../src-server/contract/erasure';
import layout from '../../../../ui/layout.module.css';
import { Notice } from '../../../../ui/notice';
import { type ErasureReceipt, receiptOf } from '../../../data/erasure/use-erasure';

const number = new Intl.NumberFormat('en');
const counted = (count: number, singular: string, many: string) =>
  `${number.format(count)} ${count === 1 ? singular : many}`;

/** "12 messages". */
export const messagesOf = (count: number) => counted(count, 'message', 'messages');

/** What an erasure would do. */
export function ErasurePlan({ found }: { readonly found: ErasureEstimateOut }) {
  const { messages, attempts, waiting, oldDatabases } = found;
  return (
    <>
      <p>
        The content of <strong>{messagesOf(messages)}</strong> with {counted(attempts, 'attempt', 'attempts')}{' '}
        will be erased. This cannot be undone.
      </p>
      {waiting > 0 && (
        <Notice
          tone="warning"
          title={`${counted(waiting, 'waiting delivery', 'waiting deliveries')} will be canceled.`}
        />
      )}
      {oldDatabases.length > 0 && <Paths title="Old databases that will be deleted" paths={oldDatabases} />}
      <Left
        {...found}
        intro="The text is also found outside of messages. Settings in use are not changed: change or delete them, then erase the text again."
      />
      <p className={layout.metaWrapping}>
        Afterwards the database file is rewritten, which takes some seconds for each gigabyte. No messages are
        accepted meanwhile.
      </p>
    </>
  );
}

/** How far an erasure is, and its receipt. */
export function ErasureDone({ task }: { readonly task: BackgroundTaskOut }) {
  const receipt = receiptOf(task);
  const done = `${messagesOf(receipt.messages)} with ${counted(receipt.attempts, 'attempt', 'attempts')}`;
  if (task.status === 'running') return <p role="status">Erasing: {done} so far. You can close this.</p>;
  if (task.status === 'failed' || task.data.stopped)
    return (
      <Notice tone="error" title="The erasure did not finish">
        {task.data.error} Erased so far: {done}. Start it again to erase the rest.
      </Notice>
    );
  return (
    <>
      <Notice tone="done" title={`The content of ${done} was erased.`} />
      <Left
        {...receipt}
        intro="The text is still in settings in use. Change or delete them, then erase the text again."
      />
    </>
  );
}

interface LeftProps extends Pick<ErasureReceipt, 'backups' | 'elsewhere'> {
  readonly intro: string;
}

/** Where the data stays. */
function Left({ backups, elsewhere, intro }: LeftProps) {
  return (
    <>
      {elsewhere.length > 0 && (
        <div className={layout.stack2}>
          <p>{intro}</p>
          <ul>
            {elsewhere.map(({ table, column, rows }) => (
              <li key={`${table} ${column}`}>
                <code>{table}</code>, <code>{column}</code>: {number.format(rows)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {backups.length > 0 && (
        <Paths title="Backups that still have it; delete them yourself" paths={backups} />
      )}
    </>
  );
}

function Paths({ title, paths }: { readonly title: string; readonly paths: readonly string[] }) {
  return (
    <div className={layout.stack2}>
      <p>{title}:</p>
      <ul>
        {paths.map((path) => (
          <li key={path}>
            <code className={layout.breakable}>{path}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

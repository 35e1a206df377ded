import { localTime } from '../../../../src-server/contract/local-time';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { LOG_ROWS_MAX } from '../../data/attempt-log/attempt-log';
import type { AttemptLogInUse } from '../../data/attempt-log/use-attempt-log';
import { useLive } from '../../platform/instance';
import styles from './deliveries-screen.module.css';

const number = new Intl.NumberFormat('en-GB');

/** How much of everything the list shows, and what it cannot show. */
export function AttemptLogFooter({ use }: { readonly use: AttemptLogInUse }) {
  const skipped = useLive((state) => state.skipped);
  const { view, past, total, readOlder } = use;
  return (
    <p className={classNames(layout.screenFoot, styles.foot)} role="status">
      {view.rows.length > 0 && `${showing(view.rows.length, total, past.phase === 'end')} `}
      {restLabel(use)}
      {past.phase === 'more' && view.rows.length < 30 && (
        <Button kind="quiet" size="small" onPress={readOlder}>
          Load older
        </Button>
      )}
      {skipped > 0 && ` ${number.format(skipped)} arrived too fast to be listed live.`}
    </p>
  );
}

/** "Showing 200 of 12 418, newest first." */
function showing(rows: number, total: number | undefined, isAll: boolean): string {
  if (isAll) return `All ${number.format(rows)} ${rows === 1 ? 'attempt' : 'attempts'}, newest first.`;
  const of = total !== undefined && total > rows ? ` of ${number.format(total)}` : '';
  return `Showing ${number.format(rows)}${of}, newest first.`;
}

function restLabel({ past }: AttemptLogInUse): string {
  if (past.phase === 'reading') return 'Loading older attempts.';
  if (past.phase === 'full')
    return `The list holds at most ${number.format(LOG_ROWS_MAX)} rows. Narrow the time to see older ones.`;
  if (past.phase !== 'more') return '';
  const { searchedToMs } = past;
  return searchedToMs === null
    ? ''
    : `Loaded back to ${localTime(searchedToMs, Date.now())}. Scroll for more.`;
}

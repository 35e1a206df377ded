import { Link } from 'react-router';
import type { ImportUndoOut } from '../../../../src-server/contract/import-receipt';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import { useTo } from '../../platform/instance';
import { counted } from './import-summary';

/** More names than this are counted. */
const SHOWN_MAX = 20;

/** What undoing an import did, and what it left because somebody has changed it since. */
export function UndoOutcome({ outcome: { restored, left } }: { readonly outcome: ImportUndoOut }) {
  const to = useTo();
  const more = left.length - SHOWN_MAX;
  return (
    <Notice
      tone={left.length > 0 ? 'warning' : 'done'}
      title={`Import undone: ${counted(restored.length, 'event type')} restored`}
    >
      {left.length > 0 && (
        <>
          Not undone, because changed since the import:{' '}
          {left.slice(0, SHOWN_MAX).map((name, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <Link className={layout.mono} to={to('catalog', name)}>
                {name}
              </Link>
            </span>
          ))}
          {more > 0 && ` and ${more} more`}.
        </>
      )}
    </Notice>
  );
}

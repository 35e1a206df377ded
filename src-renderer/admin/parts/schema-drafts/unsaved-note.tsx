import { Link } from 'react-router';
import layout from '../../../ui/layout.module.css';
import { useTo } from '../../platform/instance';
import { useUnsavedNames } from './use-unsaved-names';

/** Event types named before the rest is counted. */
const NAMED_MAX = 5;

/** The schemas that were edited in this browser and not saved: a push leaves them here. Nothing without any. */
export function UnsavedNote() {
  const to = useTo();
  const names = [...useUnsavedNames()].sort();
  if (names.length === 0) return null;
  const rest = names.length - NAMED_MAX;
  return (
    <p className={layout.lead}>
      {names.length === 1 ? '1 unsaved schema is' : `${names.length} unsaved schemas are`} not pushed:{' '}
      {names.slice(0, NAMED_MAX).map((name, at) => (
        <span key={name}>
          {at > 0 && ', '}
          <Link to={to('catalog', name, 'schema')}>{name}</Link>
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}. Save {names.length === 1 ? 'it' : 'them'} first to push{' '}
      {names.length === 1 ? 'it' : 'them'} too.
    </p>
  );
}

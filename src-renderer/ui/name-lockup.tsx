import { Fragment } from 'react';
import { classNames } from './class-names';
import styles from './name-lockup.module.css';

interface NameLockupProps {
  /** A valid event type name, such as `invoice.paid`. */
  readonly name: string;
  readonly size?: 'row' | 'title';
  /** Omits the dim part: below a heading that already names the group. */
  readonly withoutGroup?: boolean;
}

/**
 * The name of an event type: everything up to the first period is dim, the event itself strong. It stays one word for
 * copying and for screen readers; a long name breaks after its periods, hyphens and underscores.
 */
export function NameLockup({ name, size = 'row', withoutGroup = false }: NameLockupProps) {
  const period = name.indexOf('.');
  const cut = period > 0 && period < name.length - 1 ? period + 1 : 0;
  const group = withoutGroup ? '' : name.slice(0, cut);
  return (
    <span className={classNames(styles.name, size === 'title' && styles.title)} translate="no">
      {group && <span className={styles.group}>{breakable(group)}</span>}
      <span className={styles.event}>{breakable(name.slice(cut))}</span>
    </span>
  );
}

function breakable(text: string) {
  let at = 0;
  return text.split(/(?<=[._-])/).map((part) => {
    const key = at;
    at += part.length;
    return (
      <Fragment key={key}>
        {part}
        <wbr />
      </Fragment>
    );
  });
}

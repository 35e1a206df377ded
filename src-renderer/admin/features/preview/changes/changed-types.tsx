import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { groupTitle } from '../../../../shared/event-types/group-event-types';
import type { PreviewType } from '../../../../shared/preview-frames/visible-types';
import { FlagChip } from '../../../../ui/flag-chip';
import layout from '../../../../ui/layout.module.css';
import { NameLockup } from '../../../../ui/name-lockup';
import styles from './changes-view.module.css';
import { grouped } from './compare-sets';

interface ChangedTypesProps {
  readonly title: string;
  readonly glyph: ReactNode;
  readonly types: readonly PreviewType[];
  readonly to: (name: string) => string;
}

/** Event types by group, under a title. */
export function ChangedTypes({ title, glyph, types, to }: ChangedTypesProps) {
  if (types.length === 0) return null;
  const groups = grouped(types);
  return (
    <section className={layout.stack2} aria-label={title}>
      <h2>
        {title} <span className={layout.count}>{types.length}</span>
      </h2>
      {groups.map((group) => (
        <div key={group.name ?? ''} className={styles.group}>
          <h3>
            {groupTitle(group.name, 2)} <span className={layout.count}>{group.eventTypes.length}</span>
          </h3>
          <ul>
            {group.eventTypes.map(({ name, featureFlags }) => (
              <li key={name} className={`${layout.rowCentered} ${layout.underlined} ${styles.row}`}>
                {glyph}
                <Link to={to(name)} className={`${layout.hoverUnderlined} ${styles.name}`}>
                  <NameLockup name={name} />
                </Link>
                {featureFlags?.map((flag) => (
                  <FlagChip key={flag} flag={flag} />
                ))}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

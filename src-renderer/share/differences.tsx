import { Eye, EyeOff } from 'lucide-react';
import type { SharedPreviewOut } from '../../src-server/contract/share-link';
import { groupEventTypes } from '../shared/event-types/group-event-types';
import { SetBadge } from '../shared/preview-frames/set-badge';
import { neededFlags, type PreviewType, sees } from '../shared/preview-frames/visible-types';
import { classNames } from '../ui/class-names';
import { EmptyState } from '../ui/empty-state';
import layout from '../ui/layout.module.css';
import { NameLockup } from '../ui/name-lockup';
import styles from './share-app.module.css';

interface DifferencesProps {
  readonly frames: SharedPreviewOut['frames'];
  /** For each frame, the event types that it is compared by. */
  readonly types: readonly (readonly PreviewType[])[];
}

type Frame = SharedPreviewOut['frames'][number];

/** The event types that not all frames show, as a table: in a set's two themes they are the same, so it has one column. */
export function Differences({ frames, types }: DifferencesProps) {
  const columns = frames.flatMap((set, index) => {
    if (frames.findIndex((frame) => isSameSet(frame, set)) !== index) return [];
    const own = (types[index] ?? []).filter((type) => sees(type, set));
    return [{ set, shown: new Set(own.map(({ name }) => name)) }];
  });
  const all = [...new Map(types.flat().map((type) => [type.name, type])).values()];
  const rows = groupEventTypes(
    all.filter(({ name }) => {
      const count = columns.filter(({ shown }) => shown.has(name)).length;
      return count > 0 && count < columns.length;
    }),
  ).flatMap(({ eventTypes }) => eventTypes);
  if (rows.length === 0) {
    return (
      <EmptyState title="All frames show the same event types">
        <p>No frame hides an event type that another one shows.</p>
      </EmptyState>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={`${layout.positioned} ${layout.scrollingRest}`} tabIndex={0} aria-label="Differences">
      <table className={styles.table}>
        <caption className="visually-hidden">Event types that not all frames show</caption>
        <thead>
          <tr>
            <th scope="col">Event type</th>
            {columns.map(({ set }) => (
              <th key={set.token} scope="col">
                <span className={layout.inlineLineClose}>
                  <SetBadge set={set} />
                  <span>
                    <span className="visually-hidden">{set.letter} </span>
                    {set.name}
                  </span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((type) => (
            <tr key={type.name}>
              <th scope="row">
                <NameLockup name={type.name} />
                {type.featureFlags?.length ? (
                  <span className={classNames(layout.meta, layout.block)}>needs {neededFlags(type)}</span>
                ) : null}
              </th>
              {columns.map(({ set, shown }) => (
                <td key={set.token}>
                  {shown.has(type.name) ? (
                    <span className={layout.inlineLineClose}>
                      <Eye aria-hidden /> Shown
                    </span>
                  ) : (
                    <span className={`${layout.muted} ${layout.inlineLineClose}`}>
                      <EyeOff aria-hidden /> Hidden
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Two frames of one set differ in their theme. */
function isSameSet(a: Frame, b: Frame): boolean {
  return a.letter === b.letter && a.source === b.source && a.featureFlags.join() === b.featureFlags.join();
}

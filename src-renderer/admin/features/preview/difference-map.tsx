import { flagHue } from '../../../ui/hue';
import layout from '../../../ui/layout.module.css';

/** A place at which sets differ. */
export interface Difference {
  readonly name: string;
  /** How far down the list, from 0 to 1. */
  readonly at: number;
  /** The flag that decides. */
  readonly flag: string;
}

export interface DifferenceMapProps {
  readonly differences: readonly Difference[];
  /** Name of the one shown last; null: none yet. */
  readonly current: string | null;
  readonly onShow: (name: string) => void;
}

/** Marks the differences beside a list; a press goes to the nearest one, N and P go from one to the next. */
export function DifferenceMap({ differences, current, onShow }: DifferenceMapProps) {
  const place = differences.findIndex(({ name }) => name === current);
  const goTo = (fraction: number) => {
    const [nearest] = differences.toSorted((a, b) => Math.abs(a.at - fraction) - Math.abs(b.at - fraction));
    if (nearest) onShow(nearest.name);
  };
  return (
    <>
      <p className="visually-hidden" role="status">
        {place < 0 ? '' : `Difference ${place + 1} of ${differences.length}: ${current}`}
      </p>
      {differences.length > 0 && (
        // The keys N and P do the same.
        <div
          aria-hidden
          data-map=""
          className={`${layout.positioned} ${layout.fixed} ${layout.sunken} ${layout.pointer}`}
          style={{ width: 12 }}
          title="Differences: N next, P previous"
          onClick={({ clientY, currentTarget }) => {
            const { top, height } = currentTarget.getBoundingClientRect();
            goTo((clientY - top) / height);
          }}
        >
          {differences.map(({ name, at, flag }) => (
            <span
              key={name}
              className={layout.placed}
              style={{
                top: `calc(${at * 100}% - 1px)`,
                left: name === current ? 0 : 3,
                right: name === current ? 0 : 3,
                height: name === current ? 5 : 3,
                background: name === current ? 'var(--accent)' : `var(--flag-${flagHue(flag)})`,
              }}
            />
          ))}
        </div>
      )}
    </>
  );
}

/** The difference after or before the one shown; the first or the last where none is. Undefined: there is none. */
export function nextDifference(
  differences: readonly Difference[],
  current: string | null,
  by: 1 | -1,
): Difference | undefined {
  const from = differences.findIndex(({ name }) => name === current);
  if (from < 0) return differences.at(by === 1 ? 0 : -1);
  return differences[(from + by + differences.length) % differences.length];
}

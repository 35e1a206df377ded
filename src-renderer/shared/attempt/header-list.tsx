import { classNames } from '../../ui/class-names';
import type { RecordedHeaders } from './recorded-request';

export interface HeaderListProps {
  readonly rows: RecordedHeaders['sent'];
  /** Names of headers whose values nobody may read. */
  readonly hidden?: readonly string[];
  /** What stands in place of such a value. */
  readonly hiddenWord: string;
  /** Classes `headers` for the list, and `remark` for that word. */
  readonly styles: Readonly<Record<string, string | undefined>>;
}

/** Recorded headers with their values; nothing where there are none. */
export function HeaderList({ rows, hidden = [], hiddenWord, styles }: HeaderListProps) {
  if (rows.length + hidden.length === 0) return null;
  return (
    <dl className={classNames(styles.headers)}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {hidden.map((name) => (
        <div key={`hidden ${name}`}>
          <dt>{name}</dt>
          <dd className={classNames(styles.remark)}>{hiddenWord}</dd>
        </div>
      ))}
    </dl>
  );
}

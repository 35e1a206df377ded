import layout from '../../ui/layout.module.css';
import type { RecordedHeaders } from './recorded-request';

interface HeaderListProps {
  readonly rows: RecordedHeaders['sent'];
  /** Names of headers whose values nobody may read. */
  readonly hidden?: readonly string[];
  /** Shown in place of such a value. */
  readonly hiddenWord: string;
  readonly className: string | undefined;
}

/** Recorded headers with their values; renders nothing if there are none. */
export function HeaderList({ rows, hidden = [], hiddenWord, className }: HeaderListProps) {
  if (rows.length + hidden.length === 0) return null;
  return (
    <dl className={className}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {hidden.map((name) => (
        <div key={`hidden ${name}`}>
          <dt>{name}</dt>
          <dd className={layout.meta}>{hiddenWord}</dd>
        </div>
      ))}
    </dl>
  );
}

import { useState } from 'react';
import { localTime } from '../../../../src-server/contract/local-time';
import { Button } from '../../../ui/button';
import { FilterChip } from '../../../ui/filter-chip';
import layout from '../../../ui/layout.module.css';
import { type AttemptFilter, inOrder, SPANS } from '../../data/attempt-log/attempt-filter';
import styles from './deliveries-screen.module.css';

interface TimeChipProps {
  readonly span: Pick<AttemptFilter, 'since' | 'until'>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** A filter by time: a span until now, or between two times. */
export function TimeChip({ span: { since, until }, onChange }: TimeChipProps) {
  const span = SPANS.find(({ value }) => value === since);
  const bounds = [
    span?.label ?? (since && `from ${formatMoment(since)}`),
    until && `to ${formatMoment(until)}`,
  ].filter(Boolean);
  return (
    <FilterChip
      label="Time"
      value={since || until}
      valueLabel={bounds.join(' ')}
      onChange={(value) => onChange({ since: value, until: '' })}
      options={SPANS.map(({ value, label }) => ({ value, label }))}
    >
      {(close) => (
        <OwnSpan
          since={span ? '' : since}
          until={until}
          onSet={(values) => {
            onChange(values);
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

interface OwnSpanProps {
  readonly since: string;
  readonly until: string;
  readonly onSet: (values: { readonly since: string; readonly until: string }) => void;
}

function OwnSpan({ since, until, onSet }: OwnSpanProps) {
  const [from, setFrom] = useState(toLocal(since));
  const [to, setTo] = useState(toLocal(until));
  return (
    <form
      className={`${layout.gridStack2} ${layout.ruled} ${styles.span}`}
      onSubmit={(event) => {
        event.preventDefault();
        onSet(inOrder({ since: fromLocal(from), until: fromLocal(to) }));
      }}
    >
      <label>
        From
        <input type="datetime-local" step="1" value={from} onChange={({ target }) => setFrom(target.value)} />
      </label>
      <label>
        To
        <input type="datetime-local" step="1" value={to} onChange={({ target }) => setTo(target.value)} />
      </label>
      <Button type="submit" size="small" isDisabled={from === '' && to === ''}>
        Show this time
      </Button>
    </form>
  );
}

function formatMoment(moment: string): string {
  const ms = Date.parse(moment);
  return Number.isNaN(ms) ? moment : localTime(ms, Date.now());
}

/** A time as the field has it: local time without a zone. */
function toLocal(moment: string): string {
  const ms = Date.parse(moment);
  if (Number.isNaN(ms)) return '';
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

function fromLocal(text: string): string {
  return text === '' ? '' : new Date(text).toISOString();
}

import { useState } from 'react';
import { Button } from '../../../ui/button';
import { FilterChip } from '../../../ui/filter-chip';
import layout from '../../../ui/layout.module.css';
import { TextField } from '../../../ui/text-field';
import { type AttemptFilter, inOrder, SPANS } from '../../data/attempt-log/attempt-filter';
import { readTimeText } from '../../data/attempt-log/time-text';
import styles from './deliveries-screen.module.css';
import { spanLabel } from './span-label';

interface TimeChipProps {
  readonly span: Pick<AttemptFilter, 'since' | 'until'>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** A filter by time: typed, one of the spans until now, or between two times. */
export function TimeChip({ span: { since, until }, onChange }: TimeChipProps) {
  const setAndClose = (close: () => void) => (values: Readonly<Record<string, string>>) => {
    onChange(values);
    close();
  };
  return (
    <FilterChip
      label="Time"
      value={since || until}
      valueLabel={spanLabel({ since, until }, Date.now())}
      onChange={(value) => onChange({ since: value, until: '' })}
      options={SPANS.map(({ value, label }) => ({ value, label }))}
      head={(close) => <TypedTime onSet={setAndClose(close)} />}
    >
      {(close) => <OwnSpan since={since} until={until} onSet={setAndClose(close)} />}
    </FilterChip>
  );
}

type OnSet = (values: { readonly since: string; readonly until: string }) => void;

/** A time as text; what was understood stands below it before Enter applies it. */
function TypedTime({ onSet }: { readonly onSet: OnSet }) {
  const [text, setText] = useState('');
  const nowMs = Date.now();
  const span = readTimeText(text, nowMs);
  const isWrong = text.trim() !== '' && !span;
  return (
    <form
      className={`${layout.gridStack2} ${styles.span}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (span) onSet(span);
      }}
    >
      <TextField
        label="At, or from – to"
        autoFocus
        value={text}
        onChange={setText}
        placeholder="10:03"
        hint={
          span
            ? `Enter shows ${spanLabel(span, nowMs)}`
            : `${isWrong ? 'Not a time yet. ' : ''}10:03, today 10:00-10:05, 3 Nov 14:00, last 2 h`
        }
      />
    </form>
  );
}

interface OwnSpanProps {
  readonly since: string;
  readonly until: string;
  readonly onSet: OnSet;
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

/** A time as the field has it: local time without a zone. */
function toLocal(moment: string): string {
  const ms = Date.parse(moment);
  if (Number.isNaN(ms)) return '';
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

function fromLocal(text: string): string {
  return text === '' ? '' : new Date(text).toISOString();
}

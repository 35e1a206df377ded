import { useState } from 'react';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { TextField } from '../../../ui/text-field';
import { lastTimeOfDay, type TimeSpan, timeOfDay } from '../../parts/traffic/time-span';
import styles from './live-screen.module.css';

interface SpanFieldsProps {
  readonly span: TimeSpan | null;
  /** The visible range, for the first proposal. */
  readonly shown: TimeSpan;
  readonly onChange: (span: TimeSpan | null) => void;
}

const RULE = 'Enter a time such as 14:03:20.';

/** Two times of day that choose a span: the keyboard alternative to dragging. */
export function SpanFields({ span, shown, onChange }: SpanFieldsProps) {
  const [from, setFrom] = useState(timeOfDay(span?.fromS ?? shown.fromS));
  const [until, setUntil] = useState(timeOfDay(span?.untilS ?? shown.untilS));
  const [error, setError] = useState<'from' | 'until' | 'order' | null>(null);
  const apply = () => {
    const nowS = Math.floor(Date.now() / 1000);
    const fromS = lastTimeOfDay(from, nowS);
    const untilS = lastTimeOfDay(until, nowS);
    if (fromS === null) setError('from');
    else if (untilS === null) setError('until');
    else if (fromS > untilS) setError('order');
    else {
      setError(null);
      onChange({ fromS, untilS });
    }
  };
  return (
    <form
      className={classNames(layout.rowEnd, styles.fields)}
      aria-label="Time range"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextField label="From" value={from} onChange={setFrom} error={error === 'from' ? RULE : null} />
      <TextField
        label="Until"
        value={until}
        onChange={setUntil}
        error={error === 'until' ? RULE : error === 'order' ? 'Must not be before From.' : null}
      />
      <Button type="submit">Choose</Button>
      {span && <Button onPress={() => onChange(null)}>Clear</Button>}
    </form>
  );
}

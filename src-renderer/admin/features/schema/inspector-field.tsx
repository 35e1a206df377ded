import { type KeyboardEvent, useState } from 'react';
import { TextField } from '../../../ui/text-field';
import type { TypedValue } from './inspector-values';

interface InspectorFieldProps {
  readonly label: string;
  /** The value in the document. */
  readonly value: string;
  readonly read: (text: string) => TypedValue;
  /** Called with the parsed value if it has changed. */
  readonly onKeep: (typed: Extract<TypedValue, { ok: true }>) => void;
  readonly lines?: number;
  readonly mono?: boolean;
  readonly placeholder?: string;
}

/** A field that keeps what was typed on blur or Enter; Escape restores the previous value. */
export function InspectorField({
  label,
  value,
  read,
  onKeep,
  lines,
  mono = true,
  placeholder,
}: InspectorFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const now = typed ?? value;
  const result = read(now);
  const keep = () => {
    if (typed === null || !result.ok) return;
    setTyped(null);
    if (typed !== value) onKeep(result);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typed !== null) {
      event.preventDefault();
      event.stopPropagation();
      setTyped(null);
    } else if (event.key === 'Enter' && !lines) keep();
  };
  return (
    <div onKeyDownCapture={onKeyDown}>
      <TextField
        label={label}
        mono={mono}
        value={now}
        onChange={setTyped}
        onBlur={keep}
        error={result.ok ? null : result.label}
        {...(lines ? { lines } : {})}
        {...(placeholder ? { placeholder } : {})}
      />
    </div>
  );
}

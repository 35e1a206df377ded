import { useEffect, useState } from 'react';
import { TextField } from '../../../../ui/text-field';

interface FrameAncestorsFieldProps {
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly error: string | null;
}

/** Origins, one per line. */
export function FrameAncestorsField({ value, onChange, error }: FrameAncestorsFieldProps) {
  const [text, setText] = useState(value.join('\n'));
  const listed = value.join('\n');
  useEffect(() => setText((now) => (linesOf(now).join('\n') === listed ? now : listed)), [listed]);
  return (
    <TextField
      label="Pages that may show the portal in a frame"
      value={text}
      onChange={(next) => {
        setText(next);
        onChange(linesOf(next));
      }}
      mono
      lines={3}
      placeholder="https://app.example.com"
      hint="One origin per line: scheme, host and optional port. *. matches subdomains. Pages of other origins show an empty frame."
      error={error}
    />
  );
}

/** People often copy an address with a trailing slash; it means nothing. */
function linesOf(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((line) => line.replace(/\/$/, ''))
    .filter(Boolean);
}

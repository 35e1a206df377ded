import { type ReactNode, useEffect, useState } from 'react';
import { TextField } from '../../../../ui/text-field';
import styles from './portal-look.module.css';

export interface ColorFieldProps {
  readonly label: string;
  /** `#rrggbb`; null: the usual one. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** What the portal makes of it, under the field. */
  readonly shown?: ReactNode;
  /** What the picker begins at while nothing is chosen. */
  readonly usual: string;
}

const COLOR = /^#?([0-9a-f]{6})$/i;

/** A color, picked or written; empty means the usual one. */
export function ColorField({ label, value, onChange, shown, usual }: ColorFieldProps) {
  const [text, setText] = useState(value ?? '');
  // What was chosen elsewhere, such as by a reset, is written here too; what is being written stays.
  useEffect(() => setText((now) => (colorIn(now) === value ? now : (value ?? ''))), [value]);
  const change = (next: string) => {
    setText(next);
    const color = colorIn(next);
    if (color !== undefined) onChange(color);
  };
  const isWrong = colorIn(text) === undefined;
  return (
    <TextField
      label={label}
      value={text}
      onChange={change}
      mono
      placeholder="default"
      maxLength={7}
      error={isWrong ? 'Enter # and six hexadecimal digits, such as #2f6f4f.' : null}
      hint={shown}
      action={
        <input
          type="color"
          className={styles.picker}
          aria-label={`Pick: ${label}`}
          value={value ?? usual}
          data-none={value === null ? '' : undefined}
          onChange={({ target }) => change(target.value)}
        />
      }
    />
  );
}

/** Null: none. Undefined: not a color. */
function colorIn(text: string): string | null | undefined {
  if (text.trim() === '') return null;
  const digits = COLOR.exec(text.trim())?.[1];
  return digits === undefined ? undefined : `#${digits.toLowerCase()}`;
}

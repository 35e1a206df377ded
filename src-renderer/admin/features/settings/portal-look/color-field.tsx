import { type ReactNode, useEffect, useState } from 'react';
import layout from '../../../../ui/layout.module.css';
import { TextField } from '../../../../ui/text-field';
import { COLOR_RULE } from './look-draft';
import styles from './portal-look.module.css';

interface ColorFieldProps {
  readonly label: string;
  /** `#rrggbb`, or what is typed and is no color yet; null: the default. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** The color as the portal shows it, below the field. */
  readonly shown?: ReactNode;
  /** Initial color of the picker while nothing is chosen. */
  readonly usual: string;
}

const COLOR = /^#?([0-9a-f]{6})$/i;

/** A color, picked or typed; empty means the default. What is typed and is no color counts too, so that no save drops it. */
export function ColorField({ label, value, onChange, shown, usual }: ColorFieldProps) {
  const [text, setText] = useState(value ?? '');
  // A value set elsewhere, such as by a reset, is shown here too; text being typed stays.
  useEffect(() => setText((now) => (colorOrText(now) === value ? now : (value ?? ''))), [value]);
  const change = (next: string) => {
    setText(next);
    onChange(colorOrText(next));
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
      error={isWrong ? COLOR_RULE : null}
      hint={shown}
      action={
        <input
          type="color"
          className={`${layout.fixed} ${layout.control} ${styles.picker}`}
          aria-label={`Pick: ${label}`}
          value={isWrong ? usual : (value ?? usual)}
          data-none={value === null ? '' : undefined}
          onChange={({ target }) => change(target.value)}
        />
      }
    />
  );
}

/** The color, or the text if it is none. */
function colorOrText(text: string): string | null {
  const color = colorIn(text);
  return color === undefined ? text.trim() : color;
}

/** Null: none. Undefined: not a color. */
function colorIn(text: string): string | null | undefined {
  if (text.trim() === '') return null;
  const digits = COLOR.exec(text.trim())?.[1];
  return digits === undefined ? undefined : `#${digits.toLowerCase()}`;
}

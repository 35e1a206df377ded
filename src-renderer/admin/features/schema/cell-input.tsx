import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { classNames } from '../../../ui/class-names';
import styles from './schema-grid.module.css';

/** How an input in a cell was left. */
export type CellLeave = 'enter' | 'next' | 'previous' | 'blur' | 'escape';

interface CellInputProps {
  readonly label: string;
  readonly value: string;
  readonly mono?: boolean;
  /** Commits what was typed. False: it was refused, and the input stays. */
  readonly onCommit: (value: string, leave: CellLeave) => boolean;
  readonly onCancel: () => void;
}

/** An input in place of a cell: Enter and Tab keep what was typed, Escape does not. */
export function CellInput({ label, value, mono, onCommit, onCancel }: CellInputProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => input.current?.select(), []);
  const leave = (how: CellLeave) => {
    if (done.current) return;
    done.current = true;
    if (how === 'escape') onCancel();
    else if (!onCommit(text, how)) {
      done.current = how === 'blur';
      if (how === 'blur') onCancel();
      else input.current?.select();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    // The grid has its own use for these keys.
    event.stopPropagation();
    const how = event.key === 'Enter' ? 'enter' : event.key === 'Escape' ? 'escape' : null;
    const tab = event.key === 'Tab' ? (event.shiftKey ? 'previous' : 'next') : null;
    if (!how && !tab) return;
    event.preventDefault();
    leave(how ?? tab ?? 'enter');
  };
  return (
    <input
      ref={input}
      // biome-ignore lint/a11y/noAutofocus: it appears because a key asked for it
      autoFocus
      aria-label={label}
      className={classNames(styles.input, mono && styles.mono)}
      value={text}
      spellCheck={!mono}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => leave('blur')}
    />
  );
}

import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { classNames } from '../../../../ui/class-names';
import layout from '../../../../ui/layout.module.css';
import styles from './schema-grid.module.css';

/** How an input in a cell was left. */
export type CellLeave = 'enter' | 'next' | 'previous' | 'blur' | 'escape';

interface CellInputProps {
  readonly label: string;
  /** The text at first. */
  readonly value: string;
  readonly mono?: boolean;
  /** Why the text is not in the document; null: it is. */
  readonly error: string | null;
  /** Called at each key with the whole text. */
  readonly onType: (text: string) => void;
  /** False: the text is refused, and the input stays. */
  readonly onLeave: (leave: CellLeave) => boolean;
}

/** An input in place of a cell: what is typed is in the document at each key; Escape takes it back. */
export function CellInput({ label, value, mono, error, onType, onLeave }: CellInputProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => input.current?.select(), []);
  const leave = (how: CellLeave) => {
    if (done.current) return;
    done.current = onLeave(how);
    if (!done.current) input.current?.select();
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
  /** A sheet over the page gives the focus back. */
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!relatedTarget?.closest('[role=dialog]')) leave('blur');
  };
  return (
    <input
      ref={input}
      // biome-ignore lint/a11y/noAutofocus: it appears because a key asked for it
      autoFocus
      aria-label={label}
      aria-invalid={error !== null}
      {...(error === null ? {} : { title: error })}
      className={classNames(layout.rest, layout.wide, styles.input, mono && styles.mono)}
      value={text}
      spellCheck={!mono}
      onChange={(event) => {
        setText(event.target.value);
        onType(event.target.value);
      }}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    />
  );
}

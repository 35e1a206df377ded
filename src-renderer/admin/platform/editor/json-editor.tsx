import { useEffect, useLayoutEffect, useRef } from 'react';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { separatePart } from '../../../ui/separate-part';
import styles from './json-editor.module.css';
import type { EditorJump, MonacoJsonProps } from './monaco-json';

interface JsonEditorProps extends Omit<MonacoJsonProps, 'selected'> {
  /** True takes all the available height; otherwise about twelve lines. */
  readonly fill?: boolean;
}

/**
 * Monaco is four megabytes: it is loaded only when a screen with an editor is opened. If it cannot be loaded, such as
 * in a tab older than the server's files, the plain field stays.
 */
const MonacoJson = separatePart<MonacoJsonProps>(
  () =>
    import('./monaco-json').then(
      ({ MonacoJson }) => MonacoJson,
      () => PlainJson,
    ),
  PlainJson,
);

/** A JSON editor; the text is there at once, as plain text, while the editor itself loads. */
export function JsonEditor({ fill, ...rest }: JsonEditorProps) {
  const selected = useRef<EditorJump | null>(null);
  return (
    <div className={classNames(layout.column, layout.control, styles.editor, fill && styles.fill)}>
      <MonacoJson {...rest} selected={selected} />
    </div>
  );
}

function PlainJson({ label, value, onChange, jump, selected }: MonacoJsonProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!jump) return;
    field.current?.focus();
    field.current?.setSelectionRange(jump.start, jump.end);
  }, [jump]);
  useLayoutEffect(() => {
    const text = field.current;
    return () => {
      const hasFocus = text !== null && document.activeElement === text;
      selected.current = hasFocus ? { start: text.selectionStart, end: text.selectionEnd } : null;
    };
  }, [selected]);
  return (
    <textarea
      ref={field}
      aria-label={label}
      className={`${layout.space} ${layout.bare} ${styles.plain}`}
      value={value}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

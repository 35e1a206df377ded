import { useEffect, useRef } from 'react';
import { classNames } from '../../../ui/class-names';
import { separatePart } from '../../../ui/separate-part';
import styles from './json-editor.module.css';
import type { MonacoJsonProps } from './monaco-json';
import { tabSwitchKeys } from './tab-switch-keys';

interface JsonEditorProps extends MonacoJsonProps {
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
  return (
    <div className={classNames(styles.editor, fill && styles.fill)}>
      <MonacoJson {...rest} />
      <p className={styles.help}>{tabSwitchKeys()}: Tab moves the focus</p>
    </div>
  );
}

function PlainJson({ label, value, onChange, jump }: MonacoJsonProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!jump) return;
    field.current?.focus();
    field.current?.setSelectionRange(jump.start, jump.end);
  }, [jump]);
  return (
    <textarea
      ref={field}
      aria-label={label}
      className={styles.plain}
      value={value}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

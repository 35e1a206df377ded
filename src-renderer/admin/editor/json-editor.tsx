import { lazy, Suspense } from 'react';
import { classNames } from '../../ui/class-names';
import styles from './json-editor.module.css';

export interface JsonEditorProps {
  /** What is edited, for screen readers. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** True takes all the height that is there; else about twelve lines. */
  readonly fill?: boolean;
}

/** Monaco is four megabytes: it comes only when a screen with an editor is opened. */
const MonacoJson = lazy(() => import('./monaco-json').then(({ MonacoJson }) => ({ default: MonacoJson })));

/** A JSON editor; the text is there at once, as plain text, while the editor itself is being read. */
export function JsonEditor({ label, value, onChange, fill }: JsonEditorProps) {
  const waiting = (
    <textarea
      aria-label={label}
      className={styles.plain}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  return (
    <div className={classNames(styles.editor, fill && styles.fill)}>
      <Suspense fallback={waiting}>
        <MonacoJson label={label} value={value} onChange={onChange} />
      </Suspense>
      <p className={styles.help}>Ctrl+M: Tab moves the focus</p>
    </div>
  );
}

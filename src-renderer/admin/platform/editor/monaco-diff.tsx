import { useEffect, useRef } from 'react';
import layout from '../../../ui/layout.module.css';
import { EDITOR_OPTIONS } from './editor-options';
import styles from './json-editor.module.css';
import { monaco } from './monaco';
import { useEditorTheme } from './use-editor-theme';

export interface MonacoDiffProps {
  /** What is compared, for screen readers. */
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** Two JSON texts and their differences, read-only. */
export function MonacoDiff({ label, before, after }: MonacoDiffProps) {
  const place = useRef<HTMLDivElement>(null);
  useEditorTheme();
  useEffect(() => {
    if (!place.current) return;
    const original = monaco.editor.createModel(before, 'json');
    const modified = monaco.editor.createModel(after, 'json');
    const editor = monaco.editor.createDiffEditor(place.current, {
      ...EDITOR_OPTIONS,
      readOnly: true,
      domReadOnly: true,
      renderSideBySide: false,
      hideUnchangedRegions: { enabled: true },
      renderOverviewRuler: false,
      renderGutterMenu: false,
    });
    editor.getOriginalEditor().updateOptions({ ariaLabel: `${label}: before` });
    editor.getModifiedEditor().updateOptions({ ariaLabel: `${label}: after` });
    editor.setModel({ original, modified });
    return () => {
      // The editor is disposed before the texts it shows: in the reverse order it would still access them.
      editor.dispose();
      original.dispose();
      modified.dispose();
    };
  }, [label, before, after]);
  return <div ref={place} className={`${layout.framed} ${layout.clipped} ${styles.diff}`} />;
}

import { Editor } from '@monaco-editor/react';
import { EDITOR_OPTIONS } from './editor-options';
import { leaveWithTab } from './leave-with-tab';
import { useEditorTheme } from './use-editor-theme';

export interface MonacoJsonProps {
  /** What is edited, for screen readers. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Monaco with our colours and nothing that gets in the way of a short document. */
export function MonacoJson({ label, value, onChange }: MonacoJsonProps) {
  const theme = useEditorTheme();
  return (
    <Editor
      language="json"
      theme={theme}
      value={value}
      onChange={(text) => onChange(text ?? '')}
      loading={null}
      onMount={(code) => void leaveWithTab(code as never)}
      options={{
        ariaLabel: label,
        ...EDITOR_OPTIONS,
      }}
    />
  );
}

import { Editor } from '@monaco-editor/react';
import { useEffect, useState } from 'react';
import { useTheme } from '../frame/theme';
import { defineEditorTheme } from './editor-themes';
import { monaco } from './monaco';

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
      options={{
        ariaLabel: label,
        automaticLayout: true,
        fontFamily: "'JetBrains Mono Variable', monospace",
        fontLigatures: false,
        fontSize: 12,
        lineHeight: 18,
        lineNumbersMinChars: 3,
        folding: false,
        glyphMargin: false,
        minimap: { enabled: false },
        overviewRulerLanes: 0,
        padding: { top: 8, bottom: 8 },
        renderLineHighlight: 'line',
        scrollBeyondLastLine: false,
        scrollbar: { verticalScrollbarSize: 8, horizontalScrollbarSize: 8, useShadows: false },
        stickyScroll: { enabled: false },
        tabSize: 2,
        wordWrap: 'on',
        fixedOverflowWidgets: true,
      }}
    />
  );
}

function useEditorTheme(): string {
  const { theme } = useTheme();
  const systemDark = useSystemDark();
  const dark = theme === 'dark' || (theme === 'system' && systemDark);
  const [name, setName] = useState(() => defineEditorTheme(dark));
  useEffect(() => {
    const next = defineEditorTheme(dark);
    monaco.editor.setTheme(next);
    setName(next);
  }, [dark]);
  return name;
}

function useSystemDark(): boolean {
  const [dark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const onChange = () => setDark(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  return dark;
}

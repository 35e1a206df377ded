import { Editor } from '@monaco-editor/react';
import { useEffect, useState } from 'react';
import { type EditorMark, markText } from './editor-marks';
import { EDITOR_OPTIONS } from './editor-options';
import { leaveWithTab } from './leave-with-tab';
import { monaco } from './monaco';
import { useEditorTheme } from './use-editor-theme';

/** A place to go to; another object goes there again. */
export interface EditorJump {
  readonly start: number;
  readonly end: number;
}

export interface MonacoJsonProps {
  /** What is edited, for screen readers. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong with the text; that it is not JSON is found out here. */
  readonly marks?: readonly EditorMark[];
  readonly jump?: EditorJump | null;
}

/** The pause in typing before a large text is read for its marks. */
const REST_MS = 250;
const NO_MARKS: readonly EditorMark[] = [];

/** Monaco with our colours and nothing that gets in the way of a short document. */
export function MonacoJson({ label, value, onChange, marks = NO_MARKS, jump = null }: MonacoJsonProps) {
  const theme = useEditorTheme();
  const [editor, setEditor] = useState<monaco.editor.IStandaloneCodeEditor | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other marks
  useEffect(() => {
    const model = editor?.getModel();
    if (!model) return;
    const timer = setTimeout(() => !model.isDisposed() && markText(model, marks), marks.length ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [editor, value, marks]);
  useEffect(() => {
    const model = editor?.getModel();
    if (!editor || !model || !jump) return;
    const [from, to] = [model.getPositionAt(jump.start), model.getPositionAt(jump.end)];
    editor.setSelection(monaco.Selection.fromPositions(from, to));
    editor.revealLineInCenterIfOutsideViewport(from.lineNumber);
    editor.focus();
  }, [editor, jump]);
  return (
    <Editor
      language="json"
      theme={theme}
      value={value}
      onChange={(text) => onChange(text ?? '')}
      loading={null}
      onMount={(code) => {
        leaveWithTab(code as never);
        setEditor(code as never);
      }}
      options={{
        ariaLabel: label,
        ...EDITOR_OPTIONS,
      }}
    />
  );
}

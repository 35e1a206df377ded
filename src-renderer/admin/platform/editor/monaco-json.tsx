import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import layout from '../../../ui/layout.module.css';
import { type EditorMark, markText } from './editor-marks';
import { EDITOR_OPTIONS } from './editor-options';
import { monaco } from './monaco';
import { useEditorText } from './use-editor-text';
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
  /** What was selected in the field that was there before, if it had the focus; null: it had not. */
  readonly selected: RefObject<EditorJump | null>;
}

/** The pause in typing before a large text is read for its marks. */
const REST_MS = 250;
const NO_MARKS: readonly EditorMark[] = [];

/** Monaco with our colours and nothing that gets in the way of a short document. */
export function MonacoJson(props: MonacoJsonProps) {
  const { label, value, onChange, marks = NO_MARKS, jump = null, selected } = props;
  useEditorTheme();
  const host = useRef<HTMLDivElement>(null);
  const first = useRef({ value, selected });
  const [editor, setEditor] = useState<monaco.editor.IStandaloneCodeEditor | null>(null);
  // Before the next key: it would go nowhere, for the field that had the focus is gone.
  useLayoutEffect(() => {
    if (!host.current) return;
    const made = monaco.editor.create(host.current, {
      ...EDITOR_OPTIONS,
      value: first.current.value,
      language: 'json',
      // In a form, as from any other field of it.
      tabFocusMode: true,
    });
    if (first.current.selected.current) goTo(made, first.current.selected.current);
    setEditor(made);
    return () => made.dispose();
  }, []);
  useEffect(() => editor?.updateOptions({ ariaLabel: label }), [editor, label]);
  useEditorText(editor, { value, onChange });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other marks
  useEffect(() => {
    const model = editor?.getModel();
    if (!model) return;
    const timer = setTimeout(() => !model.isDisposed() && markText(model, marks), marks.length ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [editor, value, marks]);
  useEffect(() => {
    if (editor && jump) goTo(editor, jump);
  }, [editor, jump]);
  return <div ref={host} className={layout.restDown} />;
}

function goTo(editor: monaco.editor.IStandaloneCodeEditor, { start, end }: EditorJump): void {
  const model = editor.getModel();
  if (!model) return;
  const [from, to] = [model.getPositionAt(start), model.getPositionAt(end)];
  editor.setSelection(monaco.Selection.fromPositions(from, to));
  editor.revealLineInCenterIfOutsideViewport(from.lineNumber);
  editor.focus();
}

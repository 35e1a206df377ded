import { useEffect, useRef, useState } from 'react';
import { difference } from '../../../ui/drafts/edit-history';
import { monaco } from './monaco';

interface EditorText {
  /** The text as the page has it. */
  readonly value: string;
  /** Is told each change that is made in the editor. */
  readonly onChange: (value: string) => void;
}

/**
 * Connects an editor with a text that others change too. Into the editor goes only what came from elsewhere: the page
 * may still be drawing an earlier text while more is typed, and writing that one would take back what was typed since.
 */
export function useEditorText(
  editor: monaco.editor.IStandaloneCodeEditor | null,
  { value, onChange }: EditorText,
): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  const isTaking = useRef(false);
  const changes = useRef(0);
  /** How many changes the drawn `value` knows of: set beside it, and so drawn with it. */
  const [known, setKnown] = useState(0);
  useEffect(() => {
    const listener = editor?.onDidChangeModelContent(() => {
      if (isTaking.current) return;
      changes.current += 1;
      latest.current(editor.getValue());
      setKnown(changes.current);
    });
    return () => listener?.dispose();
  }, [editor]);
  useEffect(() => {
    const model = editor?.getModel();
    if (!model || known !== changes.current) return;
    isTaking.current = true;
    takeText(model, value);
    isTaking.current = false;
  }, [editor, value, known]);
}

/** Replaces what differs, as one step that can be undone. The cursor stays with the text around it. */
function takeText(model: monaco.editor.ITextModel, text: string): void {
  const now = model.getValue();
  if (now === text) return;
  const { at, removed, added } = difference(now, text);
  const range = monaco.Range.fromPositions(model.getPositionAt(at), model.getPositionAt(at + removed.length));
  model.pushStackElement();
  model.pushEditOperations(null, [{ range, text: added }], () => null);
  model.pushStackElement();
}

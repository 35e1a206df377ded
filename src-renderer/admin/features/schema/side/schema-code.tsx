import { jsonDefaults } from 'monaco-editor/languages/features/json/register';
import { useEffect, useRef } from 'react';
import type { JsonNode } from '../../../../../src-server/json-schema/json-node';
import { toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { nodeAt, pathAtOffset } from '../../../../../src-server/json-schema/node-path';
import { textPlace } from '../../../../shared/schema-view/text-place';
import { difference } from '../../../../ui/drafts/edit-history';
import layout from '../../../../ui/layout.module.css';
import {
  changeDraft,
  draftOf,
  focusDraft,
  redoDraft,
  undoDraft,
} from '../../../parts/schema-drafts/schema-drafts';
import { type EditorMark, markText } from '../../../platform/editor/editor-marks';
import { EDITOR_OPTIONS } from '../../../platform/editor/editor-options';
import { leaveWithTab } from '../../../platform/editor/leave-with-tab';
import { monaco } from '../../../platform/editor/monaco';
import { useEditorTheme } from '../../../platform/editor/use-editor-theme';
import type { SchemaDocument } from '../draft/use-schema-draft';
import { documentPath } from '../model/document-path';
import { rowAround } from '../model/edit-rows';
import type { SchemaProblem } from '../model/lint-schema';
import styles from '../schema-screen.module.css';

/** The JSON worker has its own copy of the Draft 7 meta-schema, and uses it for files with this ending. */
const ENDING = '.draft7.json';
/** A pause in typing ends a step. */
const PAUSE_MS = 900;

// For completion and help; what is wrong is what the grid says.
jsonDefaults.setDiagnosticsOptions({
  enableSchemaRequest: false,
  schemaRequest: 'ignore',
  schemas: [{ uri: 'http://json-schema.org/draft-07/schema#', fileMatch: [`*${ENDING}`] }],
});

interface SchemaCodeProps {
  readonly document: SchemaDocument;
  readonly problems: readonly SchemaProblem[];
  /** A counter whose change moves the cursor to the fault. */
  readonly faultAsked: number;
}

/** The document as JSON, with support for Draft 7. What is typed here is a step like any other. */
export function SchemaCode({ document, problems, faultAsked }: SchemaCodeProps) {
  useEditorTheme();
  const { key, text } = document;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(null);
  const latest = useRef(document);
  latest.current = document;
  /** True while the text is being set from elsewhere. */
  const taking = useRef(false);
  useEffect(() => {
    if (!host.current) return;
    const uri = monaco.Uri.parse(`inmemory://schema/${encodeURIComponent(key)}${ENDING}`);
    monaco.editor.getModel(uri)?.dispose();
    const model = monaco.editor.createModel(latest.current.text, 'json', uri);
    model.setEOL(monaco.editor.EndOfLineSequence.LF);
    const made = monaco.editor.create(host.current, {
      ...EDITOR_OPTIONS,
      model,
      ariaLabel: 'Schema as JSON',
      folding: true,
      quickSuggestions: { strings: true, other: true, comments: false },
    });
    editor.current = made;
    const stop = connect(made, key, latest, taking);
    return () => {
      stop();
      made.dispose();
      model.dispose();
      editor.current = null;
    };
  }, [key]);
  useEffect(() => {
    const model = editor.current?.getModel();
    // The draft knows each key at once: what is not its text is an earlier one.
    if (!model || model.getValue() === text || draftOf(key)?.history.text !== text) return;
    const { at, removed, added } = difference(model.getValue(), text);
    const range = monaco.Range.fromPositions(
      model.getPositionAt(at),
      model.getPositionAt(at + removed.length),
    );
    taking.current = true;
    model.pushEditOperations(null, [{ range, text: added }], () => null);
    taking.current = false;
  }, [key, text]);
  const { draft, root, fault } = document;
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks belong to a text
  useEffect(() => {
    const model = editor.current?.getModel();
    if (model) markText(model, marksOf(root, problems));
  }, [text, root, problems]);
  useEffect(() => {
    const now = editor.current;
    const model = now?.getModel();
    const source = fault ? null : nodeAt(root, documentPath(root, draft.focus))?.source;
    if (!now || !model || !source) return;
    const line = model.getPositionAt(source.start).lineNumber;
    const marks = now.createDecorationsCollection([
      {
        range: new monaco.Range(line, 1, line, 1),
        options: { isWholeLine: true, className: styles.current ?? '' },
      },
    ]);
    if (!now.hasTextFocus()) now.revealLineInCenterIfOutsideViewport(line);
    return () => marks.clear();
  }, [draft.focus, root, fault]);
  useEffect(() => {
    const at = latest.current.fault;
    if (faultAsked === 0 || !at || !editor.current) return;
    editor.current.setPosition({ lineNumber: at.line, column: at.column });
    editor.current.revealLineInCenter(at.line);
    editor.current.focus();
  }, [faultAsked]);
  return <div ref={host} className={layout.restDown} />;
}

/** The problems at the lines of what they are about. */
function marksOf(root: JsonNode, problems: readonly SchemaProblem[]): EditorMark[] {
  return problems.map(({ pointer, label, level }) => {
    const { start, end } = textPlace(root, pointer);
    return { start, end, message: label, level };
  });
}

/** Turns typing into steps, and gives keys and the cursor the same meaning as in the grid. */
function connect(
  editor: monaco.editor.IStandaloneCodeEditor,
  key: string,
  latest: { readonly current: SchemaDocument },
  taking: { readonly current: boolean },
): () => void {
  let run = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const endRun = () => {
    clearTimeout(pause);
    run = performance.now();
  };
  endRun();
  const { KeyMod, KeyCode } = monaco;
  const step = (act: (key: string) => void) => () => {
    endRun();
    act(key);
  };
  editor.addCommand(KeyMod.CtrlCmd | KeyCode.KeyZ, step(undoDraft));
  editor.addCommand(KeyMod.CtrlCmd | KeyMod.Shift | KeyCode.KeyZ, step(redoDraft));
  editor.addCommand(KeyMod.CtrlCmd | KeyCode.KeyY, step(redoDraft));
  const parts = [
    editor.onDidChangeModelContent(() => {
      if (taking.current) return;
      changeDraft(key, editor.getValue(), { label: 'Edit the JSON', group: `code ${run}` });
      clearTimeout(pause);
      pause = setTimeout(endRun, PAUSE_MS);
    }),
    editor.onDidChangeCursorPosition(({ source, position }) => {
      const { root, fault } = latest.current;
      const offset = editor.getModel()?.getOffsetAt(position);
      if (source === 'api' || source === 'model' || fault || offset === undefined || !editor.hasTextFocus())
        return;
      focusDraft(key, rowAround(root, toPointer(pathAtOffset(root, offset))));
    }),
    leaveWithTab(editor),
    editor.onDidBlurEditorText(endRun),
  ];
  return () => {
    clearTimeout(pause);
    for (const part of parts) part.dispose();
  };
}

import { jsonDefaults } from 'monaco-editor/languages/features/json/register';
import { parseJson } from '../../../../src-server/json-schema/parse-json';
import { capitalize } from '../../../ui/capitalize';
import { monaco } from './monaco';

/** A place in a text that something is wrong with. */
export interface EditorMark {
  /** First character, and one after the last. */
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly level: 'error' | 'warning' | 'notice';
}

// Monaco reports one fault of a text as many, and knows less about a schema than the service.
jsonDefaults.setModeConfiguration({ ...jsonDefaults.modeConfiguration, diagnostics: false });

const OWNER = 'posthorn';

/** Marks places of a text. If it is not JSON, that is the only mark: nothing else can be said about it. */
export function markText(model: monaco.editor.ITextModel, marks: readonly EditorMark[]): void {
  const text = model.getValue();
  const parsed = text.trim() === '' ? null : parseJson(text);
  const shown = parsed && !parsed.ok ? [faultMark(parsed.fault)] : marks;
  const { Error: error, Warning: warning, Info: notice } = monaco.MarkerSeverity;
  const severities = { error, warning, notice };
  monaco.editor.setModelMarkers(
    model,
    OWNER,
    shown.map(({ start, end, message, level }) => {
      const from = model.getPositionAt(start);
      const to = model.getPositionAt(Math.max(end, start + 1));
      return {
        severity: severities[level],
        message,
        startLineNumber: from.lineNumber,
        startColumn: from.column,
        endLineNumber: to.lineNumber,
        endColumn: to.column,
      };
    }),
  );
}

function faultMark({ label, offset }: { readonly label: string; readonly offset: number }): EditorMark {
  return { start: offset, end: offset + 1, message: `${capitalize(label)}.`, level: 'error' };
}

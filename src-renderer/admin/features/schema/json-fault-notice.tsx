import type { JsonFault } from '../../../../src-server/json-schema/parse-json';
import { Button } from '../../../ui/button';
import { capitalize } from '../../../ui/capitalize';
import { Notice } from '../../../ui/notice';
import type { EditorJump } from '../../platform/editor/monaco-json';

interface JsonFaultNoticeProps {
  readonly fault: JsonFault;
  readonly onGo: (place: EditorJump) => void;
  /** What that means here. */
  readonly children?: string;
}

/** Why a text is not JSON, once, with a way to the place. */
export function JsonFaultNotice({ fault, onGo, children }: JsonFaultNoticeProps) {
  const { line, column, label, offset } = fault;
  return (
    <Notice
      tone="error"
      title={`JSON has an error at line ${line}, column ${column}`}
      actions={
        <Button size="small" onPress={() => onGo({ start: offset, end: offset + 1 })}>
          Go to line {line}
        </Button>
      }
    >
      {capitalize(label)}. {children}
    </Notice>
  );
}

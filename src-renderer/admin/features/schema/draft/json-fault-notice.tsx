import type { JsonFault } from '../../../../../src-server/json-schema/parse-json';
import { RemoveInvisible } from '../../../../shared/schema-view/remove-invisible';
import { Button } from '../../../../ui/button';
import { capitalize } from '../../../../ui/capitalize';
import { Notice } from '../../../../ui/notice';
import type { EditorJump } from '../../../platform/editor/monaco-json';

interface JsonFaultNoticeProps {
  readonly fault: JsonFault;
  /** The text that has the fault. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onGo: (place: EditorJump) => void;
  /** What that means here. */
  readonly children?: string;
}

/** Why a text is not JSON, once, with a way to the place. */
export function JsonFaultNotice({ fault, text, onText, onGo, children }: JsonFaultNoticeProps) {
  const { line, column, label, offset } = fault;
  return (
    <Notice
      tone="error"
      title={`JSON has an error at line ${line}, column ${column}`}
      actions={
        <>
          <RemoveInvisible text={text} onText={onText} />
          <Button size="small" onPress={() => onGo({ start: offset, end: offset + 1 })}>
            Go to line {line}
          </Button>
        </>
      }
    >
      {capitalize(label)}. {children}
    </Notice>
  );
}

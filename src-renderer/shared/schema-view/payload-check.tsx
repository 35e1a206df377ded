import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { PayloadCheckOut } from '../../../src-server/contract/payload-check';
import { type JsonNode, toValue } from '../../../src-server/json-schema/json-node';
import { type JsonFault, parseJson } from '../../../src-server/json-schema/parse-json';
import { Button } from '../../ui/button';
import { useDraft } from '../../ui/drafts/use-draft';
import { useDrafted } from '../../ui/drafts/use-drafted';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { TextField } from '../../ui/text-field';
import { useUiLabels } from '../../ui/ui-labels';
import { JsonFaultText } from './json-fault-text';
import styles from './payload-fit.module.css';
import { PayloadVerdict } from './payload-verdict';
import { placedProblems } from './placed-problems';
import { RemoveInvisible } from './remove-invisible';
import type { TextPlace } from './text-place';
import { useProblemSteps } from './use-problem-steps';

interface PayloadCheckProps {
  /** The text of the control that opens it. */
  readonly title: string;
  /** Names what is typed into it. */
  readonly draftKey: string;
  /** Asks the server; the page itself compiles no schema. */
  readonly check: (payload: unknown) => Promise<PayloadCheckOut>;
}

/**
 * A box to paste a payload into, and what is wrong with it. Nothing is sent to a receiver, nothing is stored on the server.
 * The text stays while the box is closed, and is there again after a look at another page.
 */
export function PayloadCheck({ title, draftKey, check }: PayloadCheckProps) {
  const form = useDraft(draftKey, null);
  const [text, setText] = useDrafted(form, 'text', '');
  const [isOpen, setOpen] = useState(form.isDirty);
  return (
    <details
      className={`${layout.ruled} ${styles.disclosure}`}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{title}</summary>
      {isOpen && <Box check={check} text={text} onText={setText} />}
    </details>
  );
}

interface BoxProps extends Pick<PayloadCheckProps, 'check'> {
  readonly text: string;
  readonly onText: (text: string) => void;
}

function Box({ check, text, onText }: BoxProps) {
  const { payload: labels, reword } = useUiLabels();
  const [fault, setFault] = useState<JsonFault | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const checking = useMutation({ mutationFn: (payload: JsonNode) => check(toValue(payload)) });
  const go = ({ start, end }: Pick<TextPlace, 'start' | 'end'>) => {
    const field = box.current?.querySelector('textarea');
    field?.focus();
    field?.setSelectionRange(start, end);
  };
  const { data, variables } = checking;
  const placed = useMemo(
    () => placedProblems(variables, data?.problems ?? [], reword),
    [variables, data, reword],
  );
  const readSteps = useProblemSteps(placed.problems, go);
  const change = (next: string) => {
    onText(next);
    setFault(null);
    checking.reset();
  };
  const submit = () => {
    const parsed = parseJson(text);
    if (parsed.ok) return checking.mutate(parsed.node);
    setFault(parsed.fault);
    go({ start: parsed.fault.offset, end: parsed.fault.offset + 1 });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    readSteps(event);
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || text.trim() === '') return;
    event.preventDefault();
    event.stopPropagation();
    submit();
  };
  return (
    <div ref={box} className={layout.shrinkingStack3} onKeyDownCapture={onKeyDown}>
      <TextField
        label={labels.label}
        lines={8}
        mono
        value={text}
        onChange={change}
        placeholder={`{ ${labels.placeholder} }`}
        hint={labels.hint}
        error={fault && <JsonFaultText fault={fault} />}
      />
      <div className={layout.row}>
        <Button isDisabled={text.trim() === '' || checking.isPending} onPress={submit}>
          {labels.check}
        </Button>
        {fault && <RemoveInvisible text={text} onText={change} />}
      </div>
      {checking.error && <FailureNotice title={labels.notChecked} cause={checking.error} />}
      {data && <PayloadVerdict result={data} places={{ placeOf: placed.placeOf, onGo: go }} />}
    </div>
  );
}

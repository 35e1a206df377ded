import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { PayloadCheckOut } from '../../../src-server/contract/payload-check';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { TextField } from '../../ui/text-field';
import { useUiLabels } from '../../ui/ui-labels';
import styles from './payload-fit.module.css';
import { PayloadVerdict } from './payload-verdict';

interface PayloadCheckProps {
  /** The text of the control that opens it. */
  readonly title: string;
  /** Asks the server; the page itself compiles no schema. */
  readonly check: (payload: unknown) => Promise<PayloadCheckOut>;
}

/**
 * A box to paste a payload into, and what is wrong with it. Nothing is sent to a receiver, nothing is stored. The text
 * stays while the box is closed.
 */
export function PayloadCheck({ title, check }: PayloadCheckProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  return (
    <details className={styles.disclosure} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
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
  const labels = useUiLabels().payload;
  const [fault, setFault] = useState<string | null>(null);
  const asked = useMutation({ mutationFn: check });
  const change = (next: string) => {
    onText(next);
    setFault(null);
    asked.reset();
  };
  const submit = () => {
    try {
      asked.mutate(JSON.parse(text));
    } catch (cause) {
      setFault(cause instanceof Error ? cause.message : labels.notJson);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || text.trim() === '') return;
    event.preventDefault();
    event.stopPropagation();
    submit();
  };
  return (
    <div className={layout.shrinkingStack3} onKeyDownCapture={onKeyDown}>
      <TextField
        label={labels.label}
        lines={8}
        mono
        value={text}
        onChange={change}
        placeholder={labels.placeholder}
        hint={labels.hint}
        error={fault}
      />
      <div className={layout.row}>
        <Button isDisabled={text.trim() === '' || asked.isPending} onPress={submit}>
          {labels.check}
        </Button>
      </div>
      {asked.error && <FailureNotice title={labels.notChecked} cause={asked.error} />}
      {asked.data && <PayloadVerdict result={asked.data} />}
    </div>
  );
}

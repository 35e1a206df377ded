import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button';
import { useUiLabels } from './ui-labels';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for the accessible name: "Copy token". */
  readonly what: string;
  /** True shows the word next to the icon. */
  readonly withWord?: boolean;
}

/** Copies text and confirms it for two seconds. */
export function CopyButton({ text, what, withWord = false }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    );
  };
  const labels = useUiLabels();
  const word = { idle: labels.copy, copied: labels.copied, refused: labels.copyRefused }[state];
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        icon={state === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
        aria-label={labels.copyThing({ what })}
        onPress={copy}
      >
        {(withWord || state === 'refused') && word}
      </Button>
      <span className="visually-hidden" role="status">
        {state === 'copied' && labels.copiedThing({ what })}
        {state === 'refused' && labels.copyRefusedThing}
      </span>
    </>
  );
}

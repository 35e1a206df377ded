import type { KeyboardEvent } from 'react';
import { TextField } from '../../../ui/text-field';
import { type KeywordText, useTypedKeyword } from './use-typed-keyword';

interface InspectorFieldProps extends KeywordText {
  readonly lines?: number;
  readonly mono?: boolean;
  readonly placeholder?: string;
}

/** A field whose text is in the document at each key; Enter keeps it, Escape restores the previous value. */
export function InspectorField({ lines, mono = true, placeholder, ...keyword }: InspectorFieldProps) {
  const { text, error, isTyped, settle, restore, ...handlers } = useTypedKeyword(keyword);
  const onKeyDown = (event: KeyboardEvent) => {
    // In a field of several lines, Enter is a line.
    if (event.key === 'Enter' && lines === undefined) settle();
    if (event.key !== 'Escape' || !isTyped) return;
    event.preventDefault();
    event.stopPropagation();
    restore();
  };
  return (
    <div onKeyDownCapture={onKeyDown} data-keyword={keyword.keyword}>
      <TextField
        label={keyword.label}
        mono={mono}
        value={text}
        error={error}
        {...handlers}
        {...(lines ? { lines } : {})}
        {...(placeholder ? { placeholder } : {})}
      />
    </div>
  );
}

import { RotateCcw } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import type { PortalTexts } from '../../../../../src-server/contract/portal-text';
import { Button } from '../../../../ui/button';
import layout from '../../../../ui/layout.module.css';
import { TextField } from '../../../../ui/text-field';
import page from '../../../parts/settings.module.css';
import type { ListedText } from './text-list';
import { argumentsOf, samplesOf } from './text-sample';

interface TextRowProps {
  readonly text: ListedText;
  readonly language: string;
  /** The sender's own; empty: none. */
  readonly value: string;
  readonly fault: string | null;
  readonly set: (texts: PortalTexts) => void;
}

/** Characters on a line of the field, about. */
const LINE_LENGTH = 44;
const MOST_LINES = 8;

/** One text: what ships on one side, the sender's own on the other. */
export const TextRow = memo(function TextRow({ text, language, value, fault, set }: TextRowProps) {
  const { path, english, shipped, german } = text;
  const uses = useMemo(() => argumentsOf(english).join(' '), [english]);
  const shown = value || shipped;
  const samples = useMemo(
    () => (fault === null && shown !== null ? samplesOf(shown, language) : []),
    [fault, shown, language],
  );
  // Only initially: a field that grew while somebody types in it would move all below.
  const [lines] = useState(() => linesOf(value.length > english.length ? value : (shipped ?? english)));
  const other = german === null ? shipped : `German: ${german}`;
  return (
    <li data-text={path}>
      <div className={`${page.grow} ${layout.gapClose}`}>
        <p className={layout.breakable}>{english}</p>
        {other !== null && other !== english && <p className={layout.metaWrapping}>{other}</p>}
        {uses !== '' && <p className={layout.metaWrapping}>Uses {uses}</p>}
      </div>
      <div className={page.grow}>
        <TextField
          label={path}
          value={value}
          onChange={(next) => set({ [path]: next })}
          {...(lines > 1 && { lines })}
          placeholder={shipped ?? ''}
          lang={language}
          error={fault}
          hint={samples.length > 0 && <>Reads: {samples.join(' · ')}</>}
          action={
            value === '' ? undefined : (
              <Button
                kind="quiet"
                icon={<RotateCcw aria-hidden />}
                aria-label={`Reset ${path}`}
                onPress={() => set({ [path]: '' })}
              />
            )
          }
        />
      </div>
    </li>
  );
});

function linesOf(text: string): number {
  return Math.min(MOST_LINES, Math.ceil(Math.max(1, text.length) / LINE_LENGTH));
}

import type { ReactNode } from 'react';
import { type Need, useRefusal } from './needs';

interface NeedsFieldsProps {
  /** What saving them calls. */
  readonly needs: Need;
  readonly children: ReactNode;
}

/** Fields that are saved by a button elsewhere: where the token may not save them, they are disabled, with the reason. */
export function NeedsFields({ needs, children }: NeedsFieldsProps) {
  const refusal = useRefusal(needs);
  if (refusal === null) return children;
  return (
    // The children stay in the layout around it.
    <fieldset disabled title={refusal} style={{ display: 'contents' }}>
      <legend className="visually-hidden">{refusal}</legend>
      {children}
    </fieldset>
  );
}

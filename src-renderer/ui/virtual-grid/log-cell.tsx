import type { ReactNode } from 'react';

interface LogCellProps {
  readonly className?: string | undefined;
  readonly title?: string;
  readonly children: ReactNode;
}

/** A cell of a `LogRow`. */
export function LogCell({ className, title, children }: LogCellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the frame
    // biome-ignore lint/a11y/useFocusableInteractive: rows take the focus
    <span role="gridcell" {...(className ? { className } : {})} {...(title ? { title } : {})}>
      {children}
    </span>
  );
}

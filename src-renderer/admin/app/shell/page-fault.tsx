import type { ReactNode } from 'react';
import { toApiFailure } from '../../../api/api-failure';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { PartUnavailable } from '../../../ui/part-unavailable';

interface PageFaultProps {
  readonly fault: unknown;
  /** A way to somewhere else. */
  readonly way?: ReactNode;
}

/** What cannot be shown, and why: keeps the address and offers to start over. */
export function PageFault({ fault, way }: PageFaultProps) {
  const isUnavailable = fault instanceof PartUnavailable;
  return (
    <EmptyState
      title={isUnavailable ? 'Part of this page could not be loaded' : 'This page has an error'}
      actions={
        <>
          <Button kind="primary" onPress={() => location.reload()}>
            Reload page
          </Button>
          {way}
        </>
      }
    >
      <p>
        {isUnavailable
          ? 'The server cannot be reached, or was updated since this page was opened.'
          : 'Nothing was changed on the server.'}
      </p>
      <code>{toApiFailure(fault).detail}</code>
    </EmptyState>
  );
}

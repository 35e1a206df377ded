import { toApiFailure } from '../../../api/api-failure';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { PartUnavailable } from '../../../ui/part-unavailable';

/** What cannot be shown, and why: keeps the address, offers to start over. */
export function PageFault({ fault }: { readonly fault: unknown }) {
  const isUnavailable = fault instanceof PartUnavailable;
  return (
    <EmptyState
      title={isUnavailable ? 'A part of these pages could not be loaded' : 'This page has a fault'}
      actions={
        <Button kind="primary" onPress={() => location.reload()}>
          Load the page again
        </Button>
      }
    >
      <p>
        {isUnavailable
          ? 'The server cannot be reached, or it was updated since this page was opened.'
          : 'Nothing was changed on the server by this.'}
      </p>
      <code>{toApiFailure(fault).detail}</code>
    </EmptyState>
  );
}

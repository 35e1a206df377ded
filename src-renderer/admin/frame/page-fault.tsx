import { useRouteError } from 'react-router';
import { toApiFailure } from '../../api/api-failure';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';

/** A fault of ours: says so, keeps the address, offers to start over. */
export function PageFault() {
  const fault = toApiFailure(useRouteError());
  return (
    <EmptyState
      title="This page has a fault"
      actions={
        <Button kind="primary" onPress={() => location.reload()}>
          Load the page again
        </Button>
      }
    >
      <p>Nothing was changed on the server by this.</p>
      <code>{fault.detail}</code>
    </EmptyState>
  );
}

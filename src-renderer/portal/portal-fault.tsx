import { useRouteError } from 'react-router';
import { toApiFailure } from '../api/api-failure';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { PartUnavailable } from '../ui/part-unavailable';
import { useUiLabels } from '../ui/ui-labels';
import { useLabels } from './look/look-context';

/**
 * What cannot be shown, and why. It offers another try rather than to load the page again: the link that opened it is
 * no longer in the address.
 */
export function PortalFault({ onRetry }: { readonly onRetry: () => void }) {
  const fault = useRouteError();
  const labels = useLabels().session;
  const { tryAgain } = useUiLabels();
  return (
    <EmptyState title={labels.fault} actions={<Button onPress={onRetry}>{tryAgain}</Button>}>
      <p>{fault instanceof PartUnavailable ? labels.partUnavailable : labels.faultText}</p>
      <code>{toApiFailure(fault).detail}</code>
    </EmptyState>
  );
}

import { useRouteError } from 'react-router';
import { toApiFailure } from '../api/api-failure';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { PartUnavailable } from '../ui/part-unavailable';
import { useUiLabels } from '../ui/ui-labels';
import { useLabels } from './look/look-context';

/**
 * What cannot be shown, and why. Offers a retry instead of a page reload: the link that opened the page is no longer in
 * the address.
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

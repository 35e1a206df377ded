import { useRouteError } from 'react-router';
import { toApiFailure } from '../api/api-failure';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { PartUnavailable } from '../ui/part-unavailable';
import { useUiWords } from '../ui/ui-words';
import { useWords } from './look/look-context';

/**
 * What cannot be shown, and why. It offers another try rather than to load the page again: the link that opened it is
 * no longer in the address.
 */
export function PortalFault({ onRetry }: { readonly onRetry: () => void }) {
  const fault = useRouteError();
  const words = useWords().session;
  const { tryAgain } = useUiWords();
  return (
    <EmptyState title={words.fault} actions={<Button onPress={onRetry}>{tryAgain}</Button>}>
      <p>{fault instanceof PartUnavailable ? words.partUnavailable : words.faultText}</p>
      <code>{toApiFailure(fault).detail}</code>
    </EmptyState>
  );
}

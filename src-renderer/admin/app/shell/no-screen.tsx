import { useLocation } from 'react-router';
import { EmptyState } from '../../../ui/empty-state';
import { LinkButton } from '../../../ui/link-button';
import { useTo } from '../../platform/instance';

/** The address leads to no screen. */
export function NoScreen() {
  const to = useTo();
  const { pathname } = useLocation();
  return (
    <>
      <title>No such screen · Posthorn</title>
      <h1 className="visually-hidden">No such screen</h1>
      <EmptyState
        title="There is no screen at this address"
        actions={
          <LinkButton kind="primary" to={to()}>
            Go to the start
          </LinkButton>
        }
      >
        <p>
          <code>{pathname}</code> is mistyped, or from another version of Posthorn.
        </p>
      </EmptyState>
    </>
  );
}

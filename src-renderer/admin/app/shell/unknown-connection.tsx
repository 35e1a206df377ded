import { LOCAL_CONNECTION } from '../../../../src-server/contract/connection';
import { EmptyState } from '../../../ui/empty-state';
import { LinkButton } from '../../../ui/link-button';

/** The address names a connection that is not saved here. */
export function UnknownConnection() {
  return (
    <main>
      <EmptyState
        title="This connection is not saved on this computer"
        actions={
          <LinkButton kind="primary" to={`/${LOCAL_CONNECTION}`}>
            Go to this computer
          </LinkButton>
        }
      >
        <p>It was removed, or the link comes from another computer.</p>
      </EmptyState>
    </main>
  );
}

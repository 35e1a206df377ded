import { useState } from 'react';
import type { EndpointSecretOut } from '../../../src-server/contract/endpoint';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { FailureNotice } from '../../ui/failure-notice';
import { isPublicKey } from '../../ui/is-public-key';
import { usePortalSession } from '../session/portal-session';
import styles from './portal-endpoints.module.css';
import { endpointsPath } from './use-endpoints';

/** The signing secret, or of a pair the public key: asked of the server only when somebody wants to see it, and forgotten when hidden. */
export function EndpointSecret({ endpointId }: { readonly endpointId: string }) {
  const { api, application } = usePortalSession();
  const [secret, setSecret] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const show = () => {
    setFailure(null);
    api.get<EndpointSecretOut>(`${endpointsPath(application.id)}/${endpointId}/secret`).then(
      ({ key }) => setSecret(key),
      (cause: unknown) => setFailure(cause),
    );
  };
  if (failure !== null)
    return <FailureNotice title="The secret could not be read" cause={failure} onRetry={show} />;
  return (
    <span className={styles.secret}>
      <code>{secret ?? '••••••••••••••••••••••'}</code>
      {secret === null ? (
        <Button size="small" aria-label="Show signing secret" onPress={show}>
          Show
        </Button>
      ) : (
        <>
          {isPublicKey(secret) && <span>Public key, for v1a signatures</span>}
          <CopyButton text={secret} what={isPublicKey(secret) ? 'public key' : 'signing secret'} />
          <Button size="small" aria-label="Hide signing secret" onPress={() => setSecret(null)}>
            Hide
          </Button>
        </>
      )}
    </span>
  );
}

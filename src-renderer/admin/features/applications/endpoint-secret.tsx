import { Eye, EyeOff, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { FailureNotice } from '../../../ui/failure-notice';
import { isPublicKey } from '../../../ui/is-public-key';
import { Notice } from '../../../ui/notice';
import { useRotateSecret, useSecret } from '../../data/use-applications';
import styles from './detail.module.css';

export interface EndpointSecretProps {
  readonly appId: string;
  readonly endpointId: string;
}

/** The signing secret, or of a pair the public key: hidden until asked for, copied, replaced. */
export function EndpointSecret({ appId, endpointId }: EndpointSecretProps) {
  const [shown, setShown] = useState(false);
  const secret = useSecret(appId, endpointId, shown);
  const rotate = useRotateSecret(appId, endpointId);
  const key = shown ? secret.data?.key : undefined;
  return (
    <section className={styles.section} aria-labelledby="secret-title">
      <div className={styles.sectionHead}>
        <h3 id="secret-title">Signing secret</h3>
        <Button
          size="small"
          icon={shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          onPress={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </Button>
        <Button
          size="small"
          icon={<RefreshCw aria-hidden />}
          isDisabled={rotate.isPending}
          onPress={() => rotate.mutate()}
        >
          Make a new one
        </Button>
      </div>
      {key ? (
        <>
          <p className={styles.link}>
            {key} <CopyButton text={key} what={isPublicKey(key) ? 'public key' : 'secret'} />
          </p>
          {isPublicKey(key) && (
            <p className={styles.aside}>
              A public key: the customer verifies v1a signatures with it. The private one stays here.
            </p>
          )}
        </>
      ) : (
        <p className={styles.aside}>
          Every request is signed with it. A new secret signs beside the old one for 24 hours, so that the
          customer can change over.
        </p>
      )}
      {secret.error && shown && <FailureNotice title="The secret could not be read" cause={secret.error} />}
      {rotate.error && <FailureNotice title="The secret was not changed" cause={rotate.error} />}
      {rotate.isSuccess && (
        <Notice tone="done" title="A new secret signs from now on, the old one for 24 hours more." />
      )}
    </section>
  );
}

import { useState } from 'react';
import { whenDone } from '../../api/when-done';
import { useEndpointSecret } from '../../shared/endpoint/use-endpoint-secret';
import { VerifySnippet } from '../../shared/snippets/verify-snippet';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/notice';
import { optionsOf } from '../../ui/options-of';
import { Select } from '../../ui/select';
import { Sheet } from '../../ui/sheet';
import type { Labels } from '../labels/labels';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import styles from './portal-endpoints.module.css';
import { SecretValue } from './secret-value';

/**
 * The signing secret, or the public key of a pair: requested from the server only when the user wants to see it, and
 * forgotten when hidden; can be replaced.
 */
export function EndpointSecret({ endpointId }: { readonly endpointId: string }) {
  const { application, may } = usePortalSession();
  const { endpoints, snippets } = useLabels();
  const labels = endpoints.secret;
  const secret = useEndpointSecret(application.id, endpointId);
  const [asking, setAsking] = useState(false);
  const [rotated, setRotated] = useState<Grace | null>(null);
  return (
    <section className={styles.section}>
      <h2>{labels.title}</h2>
      <p className={layout.lead}>{labels.text}</p>
      <SecretValue secret={secret}>
        {may('ManageEndpointSecret') && (
          <Button size="small" onPress={() => setAsking(true)}>
            {labels.rotate}
          </Button>
        )}
      </SecretValue>
      {rotated !== null && <Notice tone="done" title={labels.rotated[rotated]} />}
      <VerifySnippet secret={secret.secret} isPublic={secret.isPublic} labels={snippets} />
      {asking && (
        <RotateSecret
          rotation={secret.rotation}
          onClose={() => setAsking(false)}
          onDone={(grace) => {
            setAsking(false);
            setRotated(grace);
          }}
        />
      )}
    </section>
  );
}

/** For how many seconds the old secret keeps working. */
type Grace = keyof Labels['endpoints']['secret']['graces'];

interface RotateSecretProps {
  readonly rotation: ReturnType<typeof useEndpointSecret>['rotation'];
  readonly onClose: () => void;
  /** Called with the number of seconds the old one keeps signing. */
  readonly onDone: (grace: Grace) => void;
}

function RotateSecret({ rotation, onClose, onDone }: RotateSecretProps) {
  const labels = useLabels().endpoints.secret;
  const [grace, setGrace] = useState<Grace>('86400');
  const rotate = () => whenDone(rotation.mutateAsync(Number(grace)), () => onDone(grace));
  return (
    <Sheet
      title={labels.rotateTitle}
      placement="center"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{labels.keep}</Button>
          <Button kind="primary" isDisabled={rotation.isPending} onPress={rotate}>
            {labels.rotate}
          </Button>
        </>
      }
    >
      <p>{labels.rotateText}</p>
      <Select
        label={labels.grace}
        value={grace}
        onChange={(value) => setGrace(value as Grace)}
        options={optionsOf(labels.graces)}
        hint={grace === '0' ? labels.graceNow : undefined}
      />
      {rotation.error && <FailureNotice title={labels.notRotated} cause={rotation.error} />}
    </Sheet>
  );
}

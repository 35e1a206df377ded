import { useState } from 'react';
import { whenDone } from '../../api/when-done';
import { useEndpointSecret } from '../../shared/endpoint/use-endpoint-secret';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/notice';
import { Select } from '../../ui/select';
import { Sheet } from '../../ui/sheet';
import { useWords } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import styles from './portal-endpoints.module.css';

/**
 * The signing secret, or of a pair the public key: asked of the server only when somebody wants to see it, and
 * forgotten when hidden; and a new one in its place.
 */
export function EndpointSecret({ endpointId }: { readonly endpointId: string }) {
  const { application, may } = usePortalSession();
  const words = useWords().endpoints.secret;
  const { secret, isPublic, readError, show, hide, rotation } = useEndpointSecret(application.id, endpointId);
  const [asking, setAsking] = useState(false);
  const [rotated, setRotated] = useState<string | null>(null);
  return (
    <section className={styles.section}>
      <h2>{words.title}</h2>
      <p className={layout.lead}>{words.text}</p>
      {readError && <FailureNotice title={words.notRead} cause={readError} onRetry={show} />}
      <div className={styles.secret}>
        <code>{secret ?? '••••••••••••••••••••••'}</code>
        {secret === null ? (
          <Button size="small" aria-label={words.show} onPress={show}>
            {words.showWord}
          </Button>
        ) : (
          <>
            {isPublic && <span>{words.public}</span>}
            <CopyButton text={secret} what={isPublic ? words.key : words.secret} />
            <Button size="small" aria-label={words.hide} onPress={hide}>
              {words.hideWord}
            </Button>
          </>
        )}
        {may('ManageEndpointSecret') && (
          <Button size="small" onPress={() => setAsking(true)}>
            {words.rotate}
          </Button>
        )}
      </div>
      {rotated !== null && <Notice tone="done" title={words.rotated(rotated)} />}
      {asking && (
        <RotateSecret
          rotation={rotation}
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

interface RotateSecretProps {
  readonly rotation: ReturnType<typeof useEndpointSecret>['rotation'];
  readonly onClose: () => void;
  /** Gets for how many seconds the old one signs. */
  readonly onDone: (grace: string) => void;
}

function RotateSecret({ rotation, onClose, onDone }: RotateSecretProps) {
  const words = useWords().endpoints.secret;
  const [grace, setGrace] = useState('86400');
  const rotate = () => whenDone(rotation.mutateAsync(Number(grace)), () => onDone(grace));
  return (
    <Sheet
      title={words.rotateTitle}
      placement="center"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{words.keep}</Button>
          <Button kind="primary" isDisabled={rotation.isPending} onPress={rotate}>
            {words.rotate}
          </Button>
        </>
      }
    >
      <p>{words.rotateText}</p>
      <Select
        label={words.grace}
        value={grace}
        onChange={setGrace}
        options={words.graces}
        hint={grace === '0' ? words.graceNow : undefined}
      />
      {rotation.error && <FailureNotice title={words.notRotated} cause={rotation.error} />}
    </Sheet>
  );
}

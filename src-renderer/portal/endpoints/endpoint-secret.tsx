import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { FailureNotice } from '../../ui/failure-notice';
import { isPublicKey } from '../../ui/is-public-key';
import { Notice } from '../../ui/notice';
import { Select } from '../../ui/select';
import { Sheet } from '../../ui/sheet';
import { useWords } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import styles from './portal-endpoints.module.css';
import { type EndpointPath, useEndpointPath } from './use-endpoints';

/**
 * The signing secret, or of a pair the public key: asked of the server only when somebody wants to see it, and
 * forgotten when hidden; and a new one in its place.
 */
export function EndpointSecret({ endpointId }: { readonly endpointId: string }) {
  const { api, may } = usePortalSession();
  const words = useWords().endpoints.secret;
  const path = useEndpointPath(endpointId);
  const [secret, setSecret] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [asking, setAsking] = useState(false);
  const [rotated, setRotated] = useState<string | null>(null);
  const show = () => {
    setFailure(null);
    api
      .call('GET /app/{app}/endpoint/{endpoint}/secret', {
        path,
      })
      .then(
        ({ key }) => setSecret(key),
        (cause: unknown) => setFailure(cause),
      );
  };
  return (
    <section className={styles.section}>
      <h2>{words.title}</h2>
      <p className={styles.lead}>{words.text}</p>
      {failure !== null && <FailureNotice title={words.notRead} cause={failure} onRetry={show} />}
      <div className={styles.secret}>
        <code>{secret ?? '••••••••••••••••••••••'}</code>
        {secret === null ? (
          <Button size="small" aria-label={words.show} onPress={show}>
            {words.showWord}
          </Button>
        ) : (
          <>
            {isPublicKey(secret) && <span>{words.public}</span>}
            <CopyButton text={secret} what={isPublicKey(secret) ? words.key : words.secret} />
            <Button size="small" aria-label={words.hide} onPress={() => setSecret(null)}>
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
          path={path}
          onClose={() => setAsking(false)}
          onDone={(grace) => {
            setAsking(false);
            setRotated(grace);
            if (secret !== null) show();
          }}
        />
      )}
    </section>
  );
}

interface RotateSecretProps {
  readonly path: EndpointPath;
  readonly onClose: () => void;
  /** Gets for how many seconds the old one signs. */
  readonly onDone: (grace: string) => void;
}

function RotateSecret({ path, onClose, onDone }: RotateSecretProps) {
  const { api } = usePortalSession();
  const words = useWords().endpoints.secret;
  const [grace, setGrace] = useState('86400');
  const rotate = useMutation({
    mutationFn: () =>
      api.call('POST /app/{app}/endpoint/{endpoint}/secret/rotate', {
        path,
        body: { gracePeriodSeconds: Number(grace) },
      }),
    onSuccess: () => onDone(grace),
  });
  return (
    <Sheet
      title={words.rotateTitle}
      placement="center"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{words.keep}</Button>
          <Button kind="primary" isDisabled={rotate.isPending} onPress={() => rotate.mutate()}>
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
      {rotate.error && <FailureNotice title={words.notRotated} cause={rotate.error} />}
    </Sheet>
  );
}

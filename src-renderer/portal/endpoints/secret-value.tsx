import type { ReactNode } from 'react';
import type { useEndpointSecret } from '../../shared/endpoint/use-endpoint-secret';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { useLabels } from '../look/look-context';
import styles from './portal-endpoints.module.css';

interface SecretValueProps {
  readonly secret: ReturnType<typeof useEndpointSecret>;
  /** Further acts in the same line. */
  readonly children?: ReactNode;
}

/** The signing secret or public key, hidden until asked for, with a way to copy it. */
export function SecretValue({
  secret: { secret, isPublic, readError, show, hide },
  children,
}: SecretValueProps) {
  const labels = useLabels().endpoints.secret;
  return (
    <>
      {readError && <FailureNotice title={labels.notRead} cause={readError} onRetry={show} />}
      <div className={`${layout.chips} ${layout.centered} ${styles.secret}`}>
        <code>{secret ?? '••••••••••••••••••••••'}</code>
        {secret === null ? (
          <Button size="small" aria-label={labels.show} onPress={show}>
            {labels.showWord}
          </Button>
        ) : (
          <>
            {isPublic && <span>{labels.public}</span>}
            <CopyButton text={secret} what={isPublic ? labels.key : labels.secret} />
            <Button size="small" aria-label={labels.hide} onPress={hide}>
              {labels.hideWord}
            </Button>
          </>
        )}
        {children}
      </div>
    </>
  );
}

import { Eye, EyeOff, KeyRound } from 'lucide-react';
import { useEndpointSecret } from '../../../shared/endpoint/use-endpoint-secret';
import { SNIPPET_LABELS } from '../../../shared/snippets/snippet-labels';
import { VerifySnippet } from '../../../shared/snippets/verify-snippet';
import { Button } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import styles from './detail.module.css';

interface EndpointSecretProps {
  readonly appId: string;
  readonly endpointId: string;
}

/** The signing secret, or the public key of a pair: hidden until requested; can be copied and replaced. */
export function EndpointSecret({ appId, endpointId }: EndpointSecretProps) {
  const { isShown, secret, isPublic, readError, show, hide, rotation } = useEndpointSecret(appId, endpointId);
  return (
    <section className={layout.stack3} aria-labelledby="secret-title">
      <div className={styles.sectionHead}>
        <h3 id="secret-title">Signing secret</h3>
        <Button
          size="small"
          icon={isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          needs="GET /app/{app}/endpoint/{endpoint}/secret"
          onPress={isShown ? hide : show}
        >
          {isShown ? 'Hide' : 'Show'}
        </Button>
        <Button
          size="small"
          icon={<KeyRound aria-hidden />}
          isDisabled={rotation.isPending}
          needs="POST /app/{app}/endpoint/{endpoint}/secret/rotate"
          onPress={() => rotation.mutate(null)}
        >
          Rotate secret
        </Button>
      </div>
      {secret ? (
        <>
          <p className={`${layout.framed} ${layout.sunken} ${styles.link}`}>
            {secret} <CopyButton text={secret} what={isPublic ? 'public key' : 'secret'} />
          </p>
          {isPublic && (
            <p className={layout.meta}>
              The customer verifies v1a signatures with this public key. The private key stays here.
            </p>
          )}
        </>
      ) : (
        <p className={layout.meta}>
          Signs every request. After a rotation, the old secret keeps working for 24 hours, so that the
          customer can switch.
        </p>
      )}
      {readError && <FailureNotice title="The secret could not be loaded" cause={readError} />}
      {rotation.error && <FailureNotice title="The secret was not rotated" cause={rotation.error} />}
      {rotation.isSuccess && (
        <Notice tone="done" title="The new secret is in effect. The old one keeps working for 24 hours." />
      )}
      <VerifySnippet secret={secret} isPublic={isPublic} labels={SNIPPET_LABELS} />
    </section>
  );
}

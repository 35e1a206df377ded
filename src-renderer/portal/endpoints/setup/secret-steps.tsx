import type { useEndpointSecret } from '../../../shared/endpoint/use-endpoint-secret';
import { VerifySnippet } from '../../../shared/snippets/verify-snippet';
import layout from '../../../ui/layout.module.css';
import { useLabels } from '../../look/look-context';
import { SecretValue } from '../secret-value';

interface SecretStepProps {
  /** Read once for both steps: what was shown in the first fills the code of the second. */
  readonly secret: ReturnType<typeof useEndpointSecret>;
}

/** Shows the signing secret, to be stored in the receiver. */
export function SecretStep({ secret }: SecretStepProps) {
  const labels = useLabels().setup;
  return (
    <>
      <p className={layout.lead}>{labels.secretText}</p>
      <SecretValue secret={secret} />
      <p className={layout.meta}>{labels.secretKept}</p>
    </>
  );
}

/** The code that verifies a signature, in the language of the receiver. */
export function VerifyStep({ secret }: SecretStepProps) {
  const { setup, snippets } = useLabels();
  return (
    <>
      <p className={layout.lead}>{setup.verifyText}</p>
      <SecretValue secret={secret} />
      <VerifySnippet secret={secret.secret} isPublic={secret.isPublic} labels={snippets} />
      <p className={layout.meta}>{setup.verifyBody}</p>
    </>
  );
}

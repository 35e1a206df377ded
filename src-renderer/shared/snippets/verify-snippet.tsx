import layout from '../../ui/layout.module.css';
import { separatePart } from '../../ui/separate-part';
import { Skeleton } from '../../ui/skeleton';
import type { SnippetLabels } from './snippet-labels';

interface VerifySnippetProps {
  /** The signing secret, or the public key of a pair. Null: it is not shown. */
  readonly secret: string | null;
  readonly isPublic: boolean;
  readonly labels: SnippetLabels;
}

/** Stands in the code for a secret that is not shown. */
const NOT_SHOWN = 'whsec_...';

/** Code that verifies what an endpoint receives, with its secret while that is shown. */
export function VerifySnippet({ secret, isPublic, labels }: VerifySnippetProps) {
  if (isPublic) return <p className={layout.meta}>{labels.pair}</p>;
  return (
    <>
      <Code secret={secret} labels={labels} />
      {secret === null && <p className={layout.meta}>{labels.notShown}</p>}
    </>
  );
}

const Code = separatePart<Pick<VerifySnippetProps, 'secret' | 'labels'>>(
  async () => {
    const [{ CodeSnippet }, { VERIFY_SNIPPETS }] = await Promise.all([
      import('./code-snippet'),
      import('./verify-snippets'),
    ]);
    return ({ secret, labels }) => (
      <CodeSnippet
        title={labels.verify}
        labels={labels}
        snippetIn={(language) => VERIFY_SNIPPETS[language](secret ?? NOT_SHOWN)}
      />
    );
  },
  ({ labels }) => <Skeleton what={labels.waiting} rows={4} />,
);

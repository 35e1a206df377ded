import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import type { GenerateExampleOut } from '../../../src-server/contract/event-type';
import { toValue } from '../../schema-edit/json-node';
import { SchemaView } from '../../schema-view/schema-view';
import { CodeBlock } from '../../ui/code-block';
import { FailureNotice } from '../../ui/failure-notice';
import { Skeleton } from '../../ui/skeleton';
import { useInstance } from '../frame/instance';
import styles from './schema-screen.module.css';
import type { SchemaDocument } from './use-schema-draft';
import { useSettled } from './use-schema-problems';

const SchemaCode = lazy(() => import('./schema-code').then(({ SchemaCode }) => ({ default: SchemaCode })));

/** The other ways to see the document. */
export type Side = 'json' | 'example' | 'customer';

export interface SideViewProps {
  readonly side: Side;
  readonly document: SchemaDocument;
  readonly faultAsked: number;
}

/** The document in another way: as JSON to edit, as an example, or as customers read it. */
export function SideView({ side, document, faultAsked }: SideViewProps) {
  if (side === 'json') {
    return (
      <>
        <Suspense fallback={<Skeleton what="the JSON editor" />}>
          <SchemaCode document={document} faultAsked={faultAsked} />
        </Suspense>
        <p className={styles.status}>To leave with Tab: press Esc first, or Ctrl+M to switch</p>
      </>
    );
  }
  if (document.fault) {
    return <p className={styles.frozen}>It is shown again when the JSON has no error.</p>;
  }
  return (
    <div className={styles.reading}>
      {side === 'customer' ? <Customers document={document} /> : <Example document={document} />}
    </div>
  );
}

function Customers({ document: { root } }: { readonly document: SchemaDocument }) {
  const schema = useMemo(() => toValue(root), [root]);
  return <SchemaView schema={schema} idPrefix="preview-" />;
}

function Example({ document: { text, root } }: { readonly document: SchemaDocument }) {
  const { id, api } = useInstance();
  const settled = useSettled(text);
  const example = useQuery({
    queryKey: [id, 'schema-example', settled],
    queryFn: ({ signal }) =>
      api.post<GenerateExampleOut>(
        '/event-type/schema/generate-example',
        { schema: JSON.parse(settled) },
        signal,
      ),
    enabled: settled === text && toValue(root) !== null,
    placeholderData: (previous) => previous,
    gcTime: 0,
  });
  if (example.error) return <FailureNotice title="No example could be made" cause={example.error} />;
  if (!example.data) return <Skeleton what="the example" />;
  const { source, fits } = example.data;
  return (
    <CodeBlock
      label="Example"
      text={JSON.stringify(example.data.example, null, 2)}
      remark={`${source === 'author' ? "the author's" : 'generated'}${fits ? ', fits the schema' : ', may not fit'}`}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import type { GenerateExampleOut } from '../../../src-server/contract/event-type';
import { CodeBlock } from '../../ui/code-block';
import { FailureNotice } from '../../ui/failure-notice';
import { Skeleton } from '../../ui/skeleton';
import { usePortalSession } from '../session/portal-session';
import styles from './portal-catalog.module.css';

/** The author's example, else one made from the schema, saying which. */
export function EventTypeExample({ name, schema }: { readonly name: string; readonly schema: unknown }) {
  const { api } = usePortalSession();
  const own = authorExample(schema);
  const describable = typeof schema === 'boolean' || (typeof schema === 'object' && schema !== null);
  const generated = useQuery({
    queryKey: ['event-types', name, 'example', schema],
    queryFn: ({ signal }) =>
      api.get<GenerateExampleOut>(`/event-type/${encodeURIComponent(name)}/example`, undefined, signal),
    enabled: own === undefined && describable,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (own !== undefined) return <Example value={own} />;
  if (!describable) return <p className={styles.lead}>There is no example of this event.</p>;
  if (generated.error) {
    return (
      <FailureNotice
        title="An example could not be made"
        cause={generated.error}
        onRetry={() => void generated.refetch()}
      />
    );
  }
  if (!generated.data) return <Skeleton what="an example" rows={5} />;
  const { example, source, fits } = generated.data;
  const remark = source === 'generated' ? 'made from the fields' : null;
  return <Example value={example} remark={fits ? remark : 'may not fit the fields'} />;
}

function Example({ value, remark }: { value: unknown; remark?: string | null }) {
  return <CodeBlock text={JSON.stringify(value, null, 2)} label="JSON" remark={remark} maxHeight="80vh" />;
}

/** The first of the schema's own examples; undefined when it has none. */
function authorExample(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || !('examples' in schema)) return undefined;
  return Array.isArray(schema.examples) ? schema.examples[0] : undefined;
}

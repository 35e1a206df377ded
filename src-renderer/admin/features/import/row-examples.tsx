import { useQuery } from '@tanstack/react-query';
import type { ImportRow } from '../../../../src-server/contract/import-plan';
import { stringifyOrdered } from '../../../../src-server/json-schema/ordered-json';
import { CodeBlock } from '../../../ui/code-block';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Skeleton } from '../../../ui/skeleton';
import { useInstance } from '../../platform/instance';
import styles from './import-table.module.css';

/** What a message looks like before and after. */
export function RowExamples({ row }: { readonly row: ImportRow }) {
  const [before, after] = [row.before?.schema ?? null, row.after?.schema ?? null];
  return (
    <div className={layout.shrinkingStack3}>
      {row.before !== null && <Example label="Example before" schema={before} />}
      <Example label={row.before === null ? 'Example' : 'Example after'} schema={after} />
    </div>
  );
}

function Example({ label, schema }: { readonly label: string; readonly schema: unknown }) {
  const { id, catalog: api } = useInstance();
  const example = useQuery({
    queryKey: [id, 'imports', 'example', schema],
    queryFn: ({ signal }) =>
      api.call('POST /event-type/schema/generate-example', { body: { schema } }, signal),
    enabled: schema !== null && typeof schema === 'object',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (schema === null || typeof schema !== 'object') {
    return <p className={styles.muted}>{label}: no schema, so any JSON object is possible.</p>;
  }
  if (example.error) return <FailureNotice title={`${label} could not be generated`} cause={example.error} />;
  if (!example.data) return <Skeleton what={label.toLowerCase()} rows={4} />;
  return <CodeBlock label={label} text={stringifyOrdered(example.data.example, 2)} />;
}

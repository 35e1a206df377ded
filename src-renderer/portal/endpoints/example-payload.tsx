import { useQuery } from '@tanstack/react-query';
import { PING_EVENT_TYPE } from '../../../src-server/contract/endpoint-example';
import { stringifyOrdered } from '../../../src-server/json-schema/ordered-json';
import { CodeBlock } from '../../ui/code-block';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { Skeleton } from '../../ui/skeleton';
import { EVENT_TYPES_KEY } from '../catalog/use-event-types';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';

/** What a test event of this type would contain, before it is sent. */
export function ExamplePayload({ eventType }: { readonly eventType: string }) {
  const { api } = usePortalSession();
  const { endpoints, catalog } = useLabels();
  const labels = endpoints.test;
  const example = useQuery({
    queryKey: [...EVENT_TYPES_KEY, eventType, 'example-to-send'],
    queryFn: async ({ signal }) =>
      eventType === PING_EVENT_TYPE
        ? { example: { success: true }, problems: [] }
        : await api.call('GET /event-type/{name}/example', { path: { name: eventType }, query: {} }, signal),
  });
  if (example.error) {
    return (
      <FailureNotice title={labels.notRead} cause={example.error} onRetry={() => void example.refetch()} />
    );
  }
  if (example.isPending) return <Skeleton what={catalog.exampleWhat} rows={3} />;
  if (example.data.problems.length > 0) return <p className={layout.lead}>{catalog.noExample}</p>;
  return (
    <CodeBlock text={stringifyOrdered(example.data.example, 2)} label={labels.preview} maxHeight="320px" />
  );
}

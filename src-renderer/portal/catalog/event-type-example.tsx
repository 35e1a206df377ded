import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { stringifyOrdered } from '../../../src-server/json-schema/ordered-json';
import { PayloadCheck } from '../../shared/schema-view/payload-check';
import { VariantChips } from '../../shared/schema-view/variant-chips';
import { CodeBlock } from '../../ui/code-block';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { Skeleton } from '../../ui/skeleton';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import { EVENT_TYPES_KEY } from './use-event-types';

/**
 * The author's example, otherwise one generated from the schema, with a remark about which it is; none that the schema
 * refuses. And a box to check a payload.
 */
export function EventTypeExample({ name, schema }: { readonly name: string; readonly schema: unknown }) {
  const labels = useLabels().catalog;
  const { api, application, who } = usePortalSession();
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('variant') ?? '';
  const chosen = /^\d{1,2}$/.test(wanted) ? Number(wanted) : null;
  const describable = typeof schema === 'boolean' || (typeof schema === 'object' && schema !== null);
  const ask = (variant: number | null) => ({
    queryKey: [...EVENT_TYPES_KEY, name, 'example', schema, variant],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      api.call('GET /event-type/{name}/example', { path: { name }, query: { variant } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const asSuch = useQuery({ ...ask(null), enabled: describable });
  const variants = asSuch.data?.variants ?? [];
  const variant = chosen !== null && chosen < variants.length ? chosen : null;
  const example = useQuery({ ...ask(variant), enabled: describable, placeholderData: keepPreviousData });
  if (!describable) return <p className={layout.lead}>{labels.noExample}</p>;
  if (example.error) {
    return (
      <FailureNotice
        title={labels.exampleNotMade}
        cause={example.error}
        onRetry={() => void example.refetch()}
      />
    );
  }
  if (!example.data) return <Skeleton what={labels.exampleWhat} rows={5} />;
  const choose = (next: number | null) =>
    setQuery(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next === null) changed.delete('variant');
        else changed.set('variant', String(next));
        return changed;
      },
      { replace: true },
    );
  const check = (payload: unknown) =>
    api.call('POST /event-type/{name}/check-payload', { path: { name }, body: { payload } });
  return (
    <div className={`${layout.stack2} ${layout.shrinking}`}>
      <VariantChips
        variants={variants}
        chosen={variant}
        hasAuthors={asSuch.data?.source === 'author'}
        onChoose={choose}
      />
      {example.data.problems.length > 0 ? (
        <p className={layout.lead}>{labels.noExample}</p>
      ) : (
        <CodeBlock
          text={stringifyOrdered(example.data.example, 2)}
          label={labels.json}
          remark={example.data.source === 'author' ? null : labels.made}
          maxHeight="80vh"
        />
      )}
      {!who.sharedPages && (
        <PayloadCheck
          key={name}
          title={labels.check}
          draftKey={`portal/${application.id}/check/${name}`}
          check={check}
        />
      )}
    </div>
  );
}

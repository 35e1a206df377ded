import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { stringifyOrdered } from '../../../src-server/json-schema/ordered-json';
import { declarationsOf } from '../../shared/event-types/declarations-of';
import { CodeBlock } from '../../ui/code-block';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { Segmented } from '../../ui/segmented';
import { Skeleton } from '../../ui/skeleton';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import { EventTypeExample } from './event-type-example';
import { EVENT_TYPES_KEY } from './use-event-types';

// With what colors code, which nothing else on the page needs.
const VerifySnippet = lazy(async () => ({
  default: (await import('../../shared/snippets/verify-snippet')).VerifySnippet,
}));

/** Stands for the secret, which each endpoint has of its own. */
const SECRET = 'whsec_...';
const MAX_HEIGHT = '80vh';

interface EventTypeViewsProps {
  readonly name: string;
  /** Absent or null: there is none. */
  readonly schema: unknown;
}

/** Beside the fields, in turn: an example, the schema, the types, and code that verifies and reads a message. */
export function EventTypeViews({ name, schema }: EventTypeViewsProps) {
  const { catalog: labels, snippets } = useLabels();
  const [view, setView] = useState<'example' | 'schema' | 'types' | 'code'>('example');
  const hasSchema = schema !== undefined && schema !== null;
  return (
    <div className={`${layout.stack2} ${layout.shrinking}`}>
      <div>
        <Segmented
          label={labels.views}
          value={view}
          onChange={setView}
          options={[
            { value: 'example', label: labels.example },
            ...(hasSchema
              ? ([
                  { value: 'schema', label: labels.schema },
                  { value: 'types', label: labels.typescript },
                ] as const)
              : []),
            { value: 'code', label: labels.code },
          ]}
        />
      </div>
      {view === 'schema' && (
        <CodeBlock text={stringifyOrdered(schema, 2)} label={labels.schema} maxHeight={MAX_HEIGHT} />
      )}
      {view === 'types' && <Types name={name} />}
      {view === 'code' && (
        <Suspense fallback={<Skeleton what={labels.code} rows={5} />}>
          <VerifySnippet secret={SECRET} isPublic={false} labels={snippets} />
        </Suspense>
      )}
      {/* It keeps what is typed into it. */}
      <div hidden={view !== 'example'}>
        <EventTypeExample name={name} schema={schema} />
      </div>
    </div>
  );
}

/** The declarations of this event type, from those of all that the customer sees. */
function Types({ name }: Pick<EventTypeViewsProps, 'name'>) {
  const { api } = usePortalSession();
  const labels = useLabels().catalog;
  const all = useQuery({
    // No event type has an empty name.
    queryKey: [...EVENT_TYPES_KEY, '', 'types'],
    queryFn: ({ signal }) =>
      api.callText(
        'GET /event-type/export',
        { query: { format: 'typescript' } },
        { signal, media: 'text/plain' },
      ),
  });
  if (all.error) {
    return <FailureNotice title={labels.typesNotRead} cause={all.error} onRetry={() => void all.refetch()} />;
  }
  if (!all.data) return <Skeleton what={labels.typescript} rows={5} />;
  return (
    <CodeBlock
      text={declarationsOf(name, all.data.text) ?? ''}
      label={labels.typescript}
      language="text"
      maxHeight={MAX_HEIGHT}
    />
  );
}

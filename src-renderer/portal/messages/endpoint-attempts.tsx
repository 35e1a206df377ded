import { useSearchParams } from 'react-router';
import layout from '../../ui/layout.module.css';
import { Segmented } from '../../ui/segmented';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import { AttemptList } from './attempt-list';

/** The attempts at one endpoint, all or those with one outcome; `?attempts=` selects it. */
export function EndpointAttempts({ endpointId }: { readonly endpointId: string }) {
  const { application } = usePortalSession();
  const labels = useLabels().messages;
  const [query, setQuery] = useSearchParams();
  const { all, delivered, failed } = labels.attemptFilters;
  const filters = [
    { value: '', label: all },
    { value: '0', label: delivered },
    { value: '2', label: failed },
  ] as const;
  const status = filters.find(({ value }) => value === query.get('attempts'))?.value ?? '';
  return (
    <section>
      <div className={`${layout.rowAligned} ${layout.apart} ${layout.gap24}`}>
        <h2>{labels.lastAttempts}</h2>
        <Segmented
          label={labels.attemptFilter}
          value={status}
          onChange={(next) => setQuery(next === '' ? {} : { attempts: next }, { replace: true })}
          options={filters}
        />
      </div>
      <AttemptList
        list={{
          name: 'GET /app/{app}/attempt/endpoint/{endpoint}',
          input: {
            path: { app: application.id, endpoint: endpointId },
            query: { with_msg: true, status: status === '' ? null : Number(status) },
          },
        }}
        show="message"
        empty={status === '' ? labels.noAttemptHere : labels.noMatch}
      />
    </section>
  );
}

import { useEndpoints } from '../../shared/endpoint/use-endpoints';
import { Button } from '../../ui/button';
import { FilterChip } from '../../ui/filter-chip';
import layout from '../../ui/layout.module.css';
import { optionsOf } from '../../ui/options-of';
import { useEventTypes } from '../catalog/use-event-types';
import { useLabels, useLook } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import type { MessageFilter } from './message-filter';

interface MessageFiltersProps {
  readonly filter: MessageFilter;
  readonly onChange: (filter: MessageFilter) => void;
}

/** The outcomes that can be asked for, as the API numbers them. */
const STATUSES = [
  ['0', 'delivered'],
  ['2', 'failed'],
  ['1', 'waiting'],
  ['4', 'canceled'],
] as const;
const NONE: MessageFilter = { status: '', type: '', endpoint: '', time: '', channel: '' };

/** The filters of the message list. A status refers to one endpoint: its filter appears once an endpoint is chosen. */
export function MessageFilters({ filter, onChange }: MessageFiltersProps) {
  const { settings } = useLook();
  const labels = useLabels();
  const { filters, clear } = labels.messages;
  const types = useEventTypes();
  const endpoints = useEndpoints(usePortalSession().application.id);
  const channels = [...new Set(endpoints.data?.flatMap((endpoint) => endpoint.channels ?? []))].sort();
  const narrowed = Object.values(filter).some((value) => value !== '');
  return (
    <search className={`${layout.rowCentered} ${layout.below4}`} aria-label={filters.label}>
      <FilterChip
        label={filters.endpoint}
        value={filter.endpoint}
        onChange={(endpoint) => onChange({ ...filter, endpoint, status: endpoint ? filter.status : '' })}
        options={(endpoints.data ?? []).map(({ id, url }) => ({ value: id, label: url }))}
      />
      {filter.endpoint !== '' && (
        <FilterChip
          label={filters.status}
          value={filter.status}
          onChange={(status) => onChange({ ...filter, status })}
          options={STATUSES.map(([value, status]) => ({ value, label: filters.statuses[status] }))}
        />
      )}
      <FilterChip
        label={filters.type}
        value={filter.type}
        onChange={(type) => onChange({ ...filter, type })}
        options={(types.data ?? []).map(({ name }) => ({ value: name, label: name }))}
      />
      <FilterChip
        label={filters.time}
        value={filter.time}
        onChange={(time) => onChange({ ...filter, time })}
        options={optionsOf(filters.times)}
      />
      {settings.enableChannels && channels.length > 0 && (
        <FilterChip
          label={labels.channels.one}
          value={filter.channel}
          onChange={(channel) => onChange({ ...filter, channel })}
          options={channels.map((channel) => ({ value: channel, label: channel }))}
        />
      )}
      {narrowed && (
        <Button kind="quiet" size="small" onPress={() => onChange(NONE)}>
          {clear}
        </Button>
      )}
      {filter.endpoint === '' && (endpoints.data?.length ?? 0) > 0 && (
        <span className={layout.meta}>{filters.oneEndpoint}</span>
      )}
    </search>
  );
}

import { useMemo } from 'react';
import { useEndpoints } from '../../../shared/endpoint/use-endpoints';
import { groupEventTypes } from '../../../shared/event-types/group-event-types';
import { Button } from '../../../ui/button';
import { FilterChip } from '../../../ui/filter-chip';
import layout from '../../../ui/layout.module.css';
import { SearchField } from '../../../ui/search-field';
import { Segmented } from '../../../ui/segmented';
import { type AttemptFilter, CODE_CLASSES, FILTER_NAMES } from '../../data/attempt-log/attempt-filter';
import { useApplications } from '../../data/use-applications';
import { useServedEventTypes } from '../../data/use-catalog';
import { useAddressValue, useSetAddressValues } from '../../platform/use-address-value';
import styles from './deliveries-screen.module.css';
import { TimeChip } from './time-chip';

const OUTCOMES = [
  { value: 'any', label: 'All' },
  { value: 'success', label: 'Delivered' },
  { value: 'fail', label: 'Failed' },
] as const;

interface AttemptLogFiltersProps {
  readonly filter: AttemptFilter;
  /** Enter in the search field. */
  readonly onSubmit: () => void;
}

/** All filters of the list, each as a chip that shows its value and can be cleared. */
export function AttemptLogFilters({ filter, onSubmit }: AttemptLogFiltersProps) {
  const [q, setQ] = useAddressValue('q');
  const set = useSetAddressValues();
  const applications = useApplications();
  const endpoints = useEndpoints(filter.app);
  const isOn = FILTER_NAMES.some((name) => filter[name] !== '');
  return (
    <div className={`${layout.rowCentered} ${layout.shrinking} ${styles.filters}`}>
      <SearchField label="Search type, URL, status" value={q} onChange={setQ} onSubmit={onSubmit} />
      <Segmented
        label="Outcome"
        value={OUTCOMES.find(({ value }) => value === filter.status)?.value ?? 'any'}
        onChange={(value) => set({ status: value === 'any' ? '' : value })}
        options={OUTCOMES}
      />
      <TypeChip value={filter.type} onChange={(type) => set({ type })} />
      <FilterChip
        label="Application"
        value={filter.app}
        onChange={(app) => set({ app, endpoint: '' })}
        options={(applications.data ?? []).map(({ id, name, uid }) => ({
          value: id,
          label: name,
          ...(uid ? { detail: uid } : {}),
        }))}
      />
      {(filter.app !== '' || filter.endpoint !== '') && (
        <FilterChip
          label="Endpoint"
          value={filter.endpoint}
          onChange={(endpoint) => set({ endpoint })}
          options={(endpoints.data ?? []).map(({ id, url }) => ({
            value: id,
            label: url.replace(/^https?:\/\//, ''),
          }))}
        />
      )}
      <FilterChip
        label="Status"
        value={filter.code}
        onChange={(code) => set({ code })}
        options={CODE_CLASSES.map(({ value, label }) => ({ value, label }))}
      />
      <TimeChip span={filter} onChange={set} />
      {isOn && (
        <Button
          kind="quiet"
          size="small"
          onPress={() => {
            setQ('');
            set(Object.fromEntries(FILTER_NAMES.map((name) => [name, ''])));
          }}
        >
          Clear all
        </Button>
      )}
    </div>
  );
}

interface TypeChipProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Groups first, as `invoice.*`, then every name. */
function TypeChip({ value, onChange }: TypeChipProps) {
  const types = useServedEventTypes();
  const options = useMemo(() => {
    const groups = groupEventTypes(types.data ?? []).filter(({ name }) => name !== null);
    return [
      ...groups.map(({ name, eventTypes }) => ({
        value: `${name}.*`,
        label: `${name}.*`,
        detail: eventTypes.length === 1 ? '1 type' : `${eventTypes.length} types`,
      })),
      ...(types.data ?? []).map(({ name }) => ({ value: name, label: name })),
    ];
  }, [types.data]);
  return <FilterChip label="Type" value={value} onChange={onChange} options={options} />;
}

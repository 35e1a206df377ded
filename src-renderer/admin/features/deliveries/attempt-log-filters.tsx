import { useMemo, useState } from 'react';
import { useEndpoints } from '../../../shared/endpoint/use-endpoints';
import { groupEventTypes } from '../../../shared/event-types/group-event-types';
import { Button } from '../../../ui/button';
import { FilterChip } from '../../../ui/filter-chip';
import { SearchField } from '../../../ui/search-field';
import { Segmented } from '../../../ui/segmented';
import { type AttemptFilter, CODE_CLASSES, FILTER_NAMES, SPANS } from '../../data/attempt-log/attempt-filter';
import { useApplications } from '../../data/use-applications';
import { useServedEventTypes } from '../../data/use-catalog';
import { useAddressValue, useSetAddressValues } from '../../platform/use-address-value';
import styles from './deliveries-screen.module.css';

const OUTCOMES = [
  { value: 'any', label: 'All' },
  { value: 'success', label: 'Delivered' },
  { value: 'fail', label: 'Failed' },
] as const;

/** All filters of the list, each as a chip that shows its value and can be cleared. */
export function AttemptLogFilters({ filter }: { readonly filter: AttemptFilter }) {
  const [q, setQ] = useAddressValue('q');
  const set = useSetAddressValues();
  const applications = useApplications();
  const endpoints = useEndpoints(filter.app);
  const isOn = FILTER_NAMES.some((name) => filter[name] !== '');
  return (
    <div className={styles.filters}>
      <SearchField label="Search type, address, code" value={q} onChange={setQ} />
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
        label="Code"
        value={filter.code}
        onChange={(code) => set({ code })}
        options={CODE_CLASSES.map(({ value, label }) => ({ value, label }))}
      />
      <TimeChip filter={filter} onChange={set} />
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

interface TimeChipProps {
  readonly filter: AttemptFilter;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A span until now, or between two times. */
function TimeChip({ filter: { since, until }, onChange }: TimeChipProps) {
  const span = SPANS.find(({ value }) => value === since);
  const bounds = [
    span?.label ?? (since && `from ${formatMoment(since)}`),
    until && `to ${formatMoment(until)}`,
  ].filter(Boolean);
  return (
    <FilterChip
      label="Time"
      value={since || until}
      valueLabel={bounds.join(' ')}
      onChange={(value) => onChange({ since: value, until: '' })}
      options={SPANS.map(({ value, label }) => ({ value, label }))}
    >
      {(close) => (
        <OwnSpan
          since={span ? '' : since}
          until={until}
          onSet={(values) => {
            onChange(values);
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

interface OwnSpanProps {
  readonly since: string;
  readonly until: string;
  readonly onSet: (values: { readonly since: string; readonly until: string }) => void;
}

function OwnSpan({ since, until, onSet }: OwnSpanProps) {
  const [from, setFrom] = useState(toLocal(since));
  const [to, setTo] = useState(toLocal(until));
  return (
    <form
      className={styles.span}
      onSubmit={(event) => {
        event.preventDefault();
        onSet({ since: fromLocal(from), until: fromLocal(to) });
      }}
    >
      <label>
        From
        <input type="datetime-local" step="1" value={from} onChange={({ target }) => setFrom(target.value)} />
      </label>
      <label>
        To
        <input type="datetime-local" step="1" value={to} onChange={({ target }) => setTo(target.value)} />
      </label>
      <Button type="submit" size="small" isDisabled={from === '' && to === ''}>
        Show this time
      </Button>
    </form>
  );
}

function formatMoment(moment: string): string {
  const ms = Date.parse(moment);
  return Number.isNaN(ms) ? moment : clock.format(ms);
}

/** A time as the field has it: local time without a zone. */
function toLocal(moment: string): string {
  const ms = Date.parse(moment);
  if (Number.isNaN(ms)) return '';
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

function fromLocal(text: string): string {
  return text === '' ? '' : new Date(text).toISOString();
}

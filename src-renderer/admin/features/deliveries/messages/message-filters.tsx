import { MESSAGE_STATES } from '../../../../../src-server/contract/fleet-message';
import { Button } from '../../../../ui/button';
import { Checkbox } from '../../../../ui/checkbox';
import { FilterChip } from '../../../../ui/filter-chip';
import layout from '../../../../ui/layout.module.css';
import { SearchField } from '../../../../ui/search-field';
import { isNarrowed, MESSAGE_FILTER_NAMES, type MessageFilter } from '../../../data/message-filter';
import { useApplications } from '../../../data/use-applications';
import { useServedEventTypes } from '../../../data/use-catalog';
import { STATE_WORDS } from '../../../parts/messages/message-state-mark';
import { useAddressValue, useSetAddressValues } from '../../../platform/use-address-value';
import styles from '../deliveries-screen.module.css';
import { TimeChip } from '../time-chip';

/** A search reads through thousands of messages, so it waits for the end of a word. */
const TYPING_MS = 250;

interface MessageFiltersProps {
  readonly filter: MessageFilter;
  /** Enter in the search field. */
  readonly onSubmit: (text: string) => void;
}

/** All filters of the list of messages, each in the address. */
export function MessageFilters({ filter, onSubmit }: MessageFiltersProps) {
  const [q, setQ, showQ] = useAddressValue('q', TYPING_MS);
  const set = useSetAddressValues();
  const applications = useApplications();
  const types = useServedEventTypes();
  const clear = () => {
    showQ('');
    set(Object.fromEntries(MESSAGE_FILTER_NAMES.map((name) => [name, ''])));
  };
  return (
    <div className={`${layout.rowCentered} ${layout.shrinking} ${styles.filters}`}>
      <SearchField label="Search id, event id, words" value={q} onChange={setQ} onSubmit={onSubmit} />
      <Checkbox isSelected={filter.payload === '1'} onChange={(isOn) => set({ payload: isOn ? '1' : '' })}>
        In payloads
      </Checkbox>
      <FilterChip
        label="State"
        value={filter.state}
        onChange={(state) => set({ state })}
        options={MESSAGE_STATES.map((state) => ({ value: state, label: STATE_WORDS[state] }))}
      />
      <FilterChip
        label="Type"
        value={filter.type}
        onChange={(type) => set({ type })}
        options={(types.data ?? []).map(({ name }) => ({ value: name, label: name }))}
      />
      <FilterChip
        label="Application"
        value={filter.app}
        onChange={(app) => set({ app })}
        options={(applications.data ?? []).map(({ id, name, uid }) => ({
          value: id,
          label: name,
          ...(uid ? { detail: uid } : {}),
        }))}
      />
      <TimeChip span={filter} onChange={set} />
      {isNarrowed(filter) && (
        <Button kind="quiet" size="small" onPress={clear}>
          Clear all
        </Button>
      )}
    </div>
  );
}

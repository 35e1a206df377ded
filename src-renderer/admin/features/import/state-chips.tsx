import { IMPORT_STATES, type ImportState } from '../../../../src-server/contract/import-plan';
import { Segmented } from '../../../ui/segmented';
import { number } from './import-summary';
import type { ShownState } from './row-filter';
import { StateMark, stateWord } from './state-mark';

interface StateChipsProps {
  readonly counts: Readonly<Record<ImportState, number>>;
  /** Rows that changed when the catalog overtook the plan. */
  readonly moved: number;
  readonly show: ShownState;
  readonly onShow: (show: ShownState) => void;
}

/** The states that occur, with their number of rows; one can be shown alone. */
export function StateChips({ counts, moved, show, onShow }: StateChipsProps) {
  const total = IMPORT_STATES.reduce((sum, state) => sum + counts[state], 0);
  const states = IMPORT_STATES.filter((state) => counts[state] > 0 || show === state);
  return (
    <Segmented<ShownState>
      label="Show"
      value={show}
      onChange={onShow}
      options={[
        { value: 'all', label: `All ${number(total)}` },
        ...states.map((state) => ({
          value: state,
          label: <StateMark state={state} word={`${stateWord(state)} ${number(counts[state])}`} />,
        })),
        ...(moved > 0 || show === 'moved'
          ? [{ value: 'moved' as const, label: `Moved ${number(moved)}` }]
          : []),
      ]}
    />
  );
}

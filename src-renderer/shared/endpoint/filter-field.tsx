import { Redo2, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiFailure } from '../../api/api-failure';
import { Button } from '../../ui/button';
import { capitalize } from '../../ui/capitalize';
import layout from '../../ui/layout.module.css';
import { Reworded } from '../../ui/reworded';
import { Segmented } from '../../ui/segmented';
import { TextField } from '../../ui/text-field';
import { useUiLabels } from '../../ui/ui-labels';
import { useSettled } from '../../ui/use-settled';
import type { EventTypeGroup, Groupable } from '../event-types/group-event-types';
import { allNames, isEmptyChoice } from '../event-types/type-choice';
import { JsonFaultText } from '../schema-view/json-fault-text';
import { RemoveInvisible } from '../schema-view/remove-invisible';
import { textPlace } from '../schema-view/text-place';
import { type EndpointDraft, faultsOf, toBody } from './endpoint-draft';
import { FILTER_EXAMPLE, FILTER_PLACEHOLDER } from './filter-examples';
import { FilterForm } from './filter-form';
import { rowsOf } from './filter-rows';
import { readFilterText } from './filter-text';
import { FilterTrial } from './filter-trial';
import type { FilterWords } from './filter-words';
import { useFilterTrial } from './use-filter-trial';
import { useTextSteps } from './use-text-steps';

/** The pause in typing before a text that is not JSON is called so. */
const REST_MS = 400;
/** Lines of the field: what is typed is in sight up to the higher number. */
const LINES = { min: 3, max: 16 };

interface FilterFieldProps {
  readonly appId: string;
  readonly draft: EndpointDraft;
  readonly onChange: (filter: string) => void;
  /** The current event types, for what a whole group means. */
  readonly groups: readonly EventTypeGroup<Groupable>[];
  readonly words: FilterWords;
  /** What the form says is wrong; null: nothing. What is known here is more exact, and is said instead. */
  readonly error: ReactNode;
}

/**
 * The filter of an endpoint, as conditions on fields or as JSON, with what it would have let through while one edits. Both
 * sides edit one text, and share its steps.
 */
export function FilterField({ appId, draft, onChange, groups, words, error }: FilterFieldProps) {
  const ui = useUiLabels();
  const text = draft.filter;
  const hasRested = useSettled(text, REST_MS) === text;
  const read = readFilterText(text);
  const rows = read.ok ? rowsOf(read.filter === null ? null : read.node) : null;
  const [side, setSide] = useState<'fields' | 'json'>('fields');
  // Never back by itself: a text that is being typed would be gone.
  if (side === 'fields' && !rows?.ok) setSide('json');
  const steps = useTextSteps(text, onChange);
  const trial = useFilterTrial(appId, wantedOf(draft, groups));
  const refusal = trial.error instanceof ApiFailure ? trial.error.item('filter') : undefined;
  const fault = (): ReactNode => {
    if (!read.ok) {
      if (!hasRested) return error;
      const { fault: at } = read;
      return at ? <JsonFaultText fault={at} /> : words.malformed({ example: FILTER_EXAMPLE });
    }
    if (!refusal) return trial.data ? null : error;
    const pointer = refusal.loc[2] ?? '';
    const reason = <Reworded sentence={refusal.msg} />;
    if (side === 'fields' || pointer === '' || read.node === null || !text.includes('\n')) return reason;
    const { line } = textPlace(read.node, pointer);
    return (
      <span>
        {capitalize(ui.payload.line({ line }))}, {reason}
      </span>
    );
  };
  const onlyJson = rows && !rows.ok ? onlyJsonFor(rows.operator, words) : null;
  return (
    <fieldset
      className={`${layout.shrinkingStack1} ${layout.borderless} ${layout.flush} ${layout.marginless}`}
      onKeyDownCapture={steps.onKeyDownCapture}
    >
      <legend className={`${layout.label} ${layout.flush}`}>
        {words.label} <span className={layout.optional}>{ui.optional}</span>
      </legend>
      <div className={layout.spread}>
        <Segmented
          label={words.side}
          value={side}
          onChange={(next) => (next === 'json' || rows?.ok) && setSide(next)}
          options={[
            { value: 'fields', label: words.sides.fields },
            { value: 'json', label: words.sides.json },
          ]}
        />
        <div className={layout.line1}>
          <Step
            name={words.undo}
            keys="Control+Z"
            icon={<Undo2 aria-hidden />}
            onPress={steps.undo}
            isOn={steps.canUndo}
          />
          <Step
            name={words.redo}
            keys="Control+Shift+Z"
            icon={<Redo2 aria-hidden />}
            onPress={steps.redo}
            isOn={steps.canRedo}
          />
        </div>
      </div>
      {onlyJson !== null && <p className={layout.meta}>{onlyJson}</p>}
      {side === 'fields' && rows?.ok ? (
        <FilterForm
          rows={rows.rows}
          onChange={steps.change}
          names={namesOf(draft, groups)}
          words={words}
          error={fault()}
        />
      ) : (
        <TextField
          label={words.label}
          isLabelHidden
          hint={words.hint}
          placeholder={FILTER_PLACEHOLDER}
          isRequired={false}
          lines={Math.min(LINES.max, Math.max(LINES.min, text.split('\n').length))}
          mono
          value={text}
          onChange={(next) => steps.change(next, 'json')}
          error={fault()}
        />
      )}
      {!read.ok && read.fault && <RemoveInvisible text={text} onText={(next) => steps.change(next, null)} />}
      <FilterTrial trial={trial} isAsked={read.ok && read.filter !== null && !refusal} words={words.trial} />
    </fieldset>
  );
}

/** @param operator what fields cannot show; null: a name or a value */
function onlyJsonFor(operator: string | null, words: FilterWords): string {
  return operator === null ? words.onlyJson : words.onlyJsonFor({ operator });
}

interface StepProps {
  readonly name: string;
  readonly keys: string;
  readonly icon: ReactNode;
  readonly onPress: () => void;
  readonly isOn: boolean;
}

function Step({ name, keys, icon, onPress, isOn }: StepProps) {
  return (
    <Button
      kind="quiet"
      size="small"
      icon={icon}
      aria-label={name}
      aria-keyshortcuts={keys}
      isDisabled={!isOn}
      onPress={onPress}
    />
  );
}

/** The event types that such an endpoint takes, by name; null: all. */
function namesOf({ scope, choice }: EndpointDraft, groups: FilterFieldProps['groups']) {
  return scope === 'all' || isEmptyChoice(choice) ? null : [...allNames(choice, groups)].sort();
}

/** What such an endpoint would take, as far as the form is right so far; null: it has no filter. */
function wantedOf(draft: EndpointDraft, groups: FilterFieldProps['groups']) {
  const { filter, filterTypes, filterGroups, channels } = toBody(draft, groups);
  if (filter === null) return null;
  return { filter, ...(faultsOf(draft).events ? {} : { filterTypes, filterGroups }), channels };
}

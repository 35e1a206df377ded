import type { EndpointFilterTrialOut } from '../../../src-server/contract/endpoint-filter-trial';
import { ApiFailure, toApiFailure } from '../../api/api-failure';
import { capitalize } from '../../ui/capitalize';
import layout from '../../ui/layout.module.css';
import { TextField } from '../../ui/text-field';
import { useUiLabels } from '../../ui/ui-labels';
import { useSettled } from '../../ui/use-settled';
import type { EventTypeGroup, Groupable } from '../event-types/group-event-types';
import { RemoveInvisible } from '../schema-view/remove-invisible';
import { textPlace } from '../schema-view/text-place';
import { type EndpointDraft, faultsOf, toBody } from './endpoint-draft';
import { readFilterText } from './filter-text';
import type { FilterWords } from './filter-words';
import { useFilterTrial } from './use-filter-trial';

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
  readonly error: string | null;
}

/** The filter of an endpoint as JSON, with what it would have let through while one types. */
export function FilterField({ appId, draft, onChange, groups, words, error }: FilterFieldProps) {
  const ui = useUiLabels();
  const text = draft.filter;
  const hasRested = useSettled(text, REST_MS) === text;
  const read = readFilterText(text);
  const trial = useFilterTrial(appId, wantedOf(draft, groups));
  const refusal = trial.error instanceof ApiFailure ? trial.error.item('filter') : undefined;
  const fault = () => {
    if (!read.ok) {
      if (!hasRested) return error;
      const { fault: at } = read;
      return at ? `${ui.payload.fault(at.line, at.column)}. ${capitalize(at.label)}.` : words.malformed;
    }
    if (!refusal) return trial.data ? null : error;
    const pointer = refusal.loc[2] ?? '';
    if (pointer === '' || read.node === null || !text.includes('\n')) return refusal.msg;
    return `${capitalize(ui.payload.line(textPlace(read.node, pointer).line))}, ${refusal.msg}`;
  };
  return (
    <div className={layout.shrinkingStack1}>
      <TextField
        label={words.label}
        hint={words.hint}
        placeholder={words.placeholder}
        isRequired={false}
        lines={Math.min(LINES.max, Math.max(LINES.min, text.split('\n').length))}
        mono
        value={text}
        onChange={onChange}
        error={fault()}
      />
      {!read.ok && read.fault && <RemoveInvisible text={text} onText={onChange} />}
      <Trial trial={trial} isAsked={read.ok && read.filter !== null && !refusal} words={words.trial} />
    </div>
  );
}

/** What such an endpoint would take, as far as the form is right so far; null: it has no filter. */
function wantedOf(draft: EndpointDraft, groups: FilterFieldProps['groups']) {
  const { filter, filterTypes, filterGroups, channels } = toBody(draft, groups);
  if (filter === null) return null;
  return { filter, ...(faultsOf(draft).events ? {} : { filterTypes, filterGroups }), channels };
}

interface TrialProps {
  readonly trial: ReturnType<typeof useFilterTrial>;
  /** False: there is nothing to try, or it is refused. */
  readonly isAsked: boolean;
  readonly words: FilterWords['trial'];
}

function Trial({ trial: { data, error }, isAsked, words }: TrialProps) {
  const sentence = () => {
    if (error) return `${words.failed}: ${toApiFailure(error).detail}`;
    if (!data) return words.busy;
    return data.examined === 0 ? words.nothing : words.matched(data.matched, data.examined);
  };
  return (
    <>
      {/* Always there, so that screen readers notice when a result appears in it. */}
      <p role="status" className={layout.meta}>
        {isAsked && sentence()}
      </p>
      {isAsked && data && data.examined > 0 && (
        <details className={layout.breakable}>
          <summary>{words.messages}</summary>
          <Named title={words.matching} messages={data.matching} />
          <Named title={words.notMatching} messages={data.notMatching} />
        </details>
      )}
    </>
  );
}

interface NamedProps {
  readonly title: string;
  readonly messages: EndpointFilterTrialOut['matching'] | EndpointFilterTrialOut['notMatching'];
}

/** Some of the messages; nothing if there are none. */
function Named({ title, messages }: NamedProps) {
  if (messages.length === 0) return null;
  return (
    <div className={`${layout.below2} ${layout.stack1}`}>
      <p className={layout.label}>{title}</p>
      <ul className={layout.stackClosest}>
        {messages.map(({ messageId, eventType, ...more }) => (
          <li key={messageId}>
            {eventType} <code className={layout.codeMeta}>{messageId}</code>
            {'reason' in more && <div className={layout.meta}>{more.reason}</div>}
          </li>
        ))}
      </ul>
    </div>
  );
}

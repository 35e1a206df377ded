import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { Checkbox } from '../../ui/checkbox';
import { Choice } from '../../ui/choice';
import layout from '../../ui/layout.module.css';
import { TextField } from '../../ui/text-field';
import { EventTypePicker } from '../event-types/event-type-picker';
import { groupEventTypes } from '../event-types/group-event-types';
import type { EndpointWords } from './edited-endpoint';
import { type EndpointDraft, TEXT_FIELDS, type TextName } from './endpoint-draft';
import { FilterField } from './filter-field';
import { OrderField } from './order-field';
import { SENDING } from './sending';

/** Of one field: what a form adds to it. */
type Added<Field extends typeof TextField | typeof EventTypePicker> = Partial<ComponentProps<Field>>;

interface EndpointFieldsProps {
  readonly appId: string;
  /** Null: a new one. */
  readonly endpointId: string | null;
  readonly draft: EndpointDraft;
  readonly set: (part: Partial<EndpointDraft>) => void;
  readonly words: EndpointWords;
  /** What is wrong with a field, in words; null if nothing is, or if it is not to be said yet. */
  readonly error: (
    field: 'url' | 'uid' | 'events' | 'channels' | 'filter' | 'rateLimit' | TextName,
  ) => ReactNode;
  readonly url: Added<typeof TextField>;
  /** The catalog as the reader sees it. */
  readonly picker: Pick<ComponentProps<typeof EventTypePicker>, 'types'> & Added<typeof EventTypePicker>;
  /** Null: the field is not shown. */
  readonly channels: Added<typeof TextField> | null;
  readonly belowUrl?: ReactNode;
  readonly belowRate?: ReactNode;
}

/**
 * The fields of an endpoint of either kind in the order of every form: a row here, with its words, is a field of all of
 * them. The kind of a new one is chosen.
 */
export function EndpointFields(props: EndpointFieldsProps) {
  const { draft, set, words, error, picker } = props;
  const { events, polling } = words;
  const isSent = draft.kind === 'url';
  const groups = useMemo(() => groupEventTypes(picker.types ?? []), [picker.types]);
  const text = (
    field: 'url' | 'uid' | 'channels' | 'rateLimit' | TextName,
    { label, ...rest }: EndpointWords['url'],
  ) => ({
    label,
    ...rest,
    value: draft[field],
    onChange: (value: string) => set({ [field]: value }),
    error: error(field),
  });
  const url = <TextField {...text('url', words.url)} mono {...props.url} />;
  return (
    <>
      {props.endpointId === null && (
        <Choice
          label={polling.kind.label}
          value={draft.kind}
          onChange={(kind) => set({ kind, ...(draft.sending === 'paused' && { sending: 'on' as const }) })}
          options={[
            { value: 'url', ...polling.kind.url },
            { value: 'polling', ...polling.kind.polling },
          ]}
        />
      )}
      {isSent &&
        (props.belowUrl === undefined ? (
          url
        ) : (
          <div>
            {url}
            {props.belowUrl}
          </div>
        ))}
      {!isSent && <TextField {...text('uid', polling.uid)} mono isRequired={false} />}
      <Choice
        label={events.label}
        value={draft.scope}
        onChange={(scope) => set({ scope })}
        options={[
          { value: 'all', ...events.all },
          { value: 'some', ...events.some, ...(!isSent && { hint: polling.someHint }) },
        ]}
      />
      {draft.scope === 'some' && (
        <EventTypePicker
          {...picker}
          isOfNames={!isSent}
          choice={draft.choice}
          onChange={(choice) => set({ choice })}
        />
      )}
      {error('events') && (
        <p className={layout.failing} role="alert">
          {error('events')}
        </p>
      )}
      {TEXT_FIELDS.map((field) => (
        <TextField key={field} {...text(field, words.texts[field])} isRequired={false} />
      ))}
      {isSent && (
        <Checkbox
          isSelected={draft.notices}
          onChange={(notices) => set({ notices })}
          hint={words.notices.hint}
        >
          {words.notices.tell}
        </Checkbox>
      )}
      {props.channels && <TextField {...text('channels', words.channels)} mono {...props.channels} />}
      <FilterField
        appId={props.appId}
        draft={draft}
        onChange={(filter) => set({ filter })}
        groups={groups}
        words={words.filter}
        error={error('filter')}
      />
      {isSent ? (
        <SendingFields {...props} rate={text('rateLimit', words.rateLimit.rate)} />
      ) : (
        <Choice
          label={polling.label}
          value={draft.sending}
          onChange={(value) => set({ sending: value })}
          options={POLLED.map((value) => ({ value, ...polling[value] }))}
        />
      )}
    </>
  );
}

/** A polling endpoint is on or disabled. */
const POLLED = ['on', 'disabled'] as const;

interface SendingFieldsProps
  extends Pick<EndpointFieldsProps, 'appId' | 'endpointId' | 'draft' | 'set' | 'words' | 'belowRate'> {
  /** The field of a rate limit of its own. */
  readonly rate: ComponentProps<typeof TextField>;
}

/** How messages are sent: how fast, in which order, and whether at all. */
function SendingFields({ draft, set, words, rate, ...props }: SendingFieldsProps) {
  const { rateLimit, sending } = words;
  return (
    <>
      <Choice
        label={rateLimit.label}
        value={draft.speed}
        onChange={(speed) => set({ speed })}
        options={[
          { value: 'inherit', ...rateLimit.inherit },
          { value: 'own', ...rateLimit.own },
        ]}
      />
      {draft.speed === 'own' && <TextField {...rate} inputMode="numeric" />}
      {props.belowRate}
      <OrderField
        appId={props.appId}
        endpointId={props.endpointId}
        value={draft.order}
        onChange={(order) => set({ order })}
        words={words.order}
      />
      <Choice
        label={sending.label}
        value={draft.sending}
        onChange={(value) => set({ sending: value })}
        options={SENDING.map((value) => ({ value, ...sending[value] }))}
      />
    </>
  );
}

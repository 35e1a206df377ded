import { type FormEvent, useState } from 'react';
import { type ApiFailure, toApiFailure } from '../../api/api-failure';
import { Button } from '../../ui/button';
import { Choice } from '../../ui/choice';
import { FailureNotice } from '../../ui/failure-notice';
import { TextField } from '../../ui/text-field';
import { ButtonLink } from '../button-link';
import { EventTypePicker } from './event-type-picker';
import styles from './portal-endpoints.module.css';

/** What the form edits: the fields a customer decides about. */
export interface EndpointDraft {
  readonly url: string;
  readonly description: string;
  /** Null means all events. */
  readonly filterTypes: readonly string[] | null;
}

export interface EndpointFormProps {
  readonly start: EndpointDraft;
  /** The words on the button that saves. */
  readonly verb: string;
  readonly onSave: (draft: EndpointDraft) => Promise<void>;
  readonly cancelTo: string;
}

/**
 * Address, description and events of an endpoint. "All events" and "Only these" are a choice of their own:
 * ticking nothing never silently means everything.
 */
export function EndpointForm({ start, verb, onSave, cancelTo }: EndpointFormProps) {
  const [url, setUrl] = useState(start.url);
  const [description, setDescription] = useState(start.description);
  const [scope, setScope] = useState<'all' | 'some'>(start.filterTypes ? 'some' : 'all');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(start.filterTypes ?? []));
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const urlError = tried ? (wrongWith(url) ?? failure?.fieldError('url') ?? null) : null;
  const nothingPicked = scope === 'some' && picked.size === 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setFailure(null);
    if (saving || wrongWith(url) !== null || nothingPicked) return;
    setSaving(true);
    try {
      await onSave({
        url: url.trim(),
        description,
        filterTypes: scope === 'all' ? null : [...picked].toSorted(),
      });
    } catch (cause) {
      setFailure(toApiFailure(cause));
      setSaving(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label="Address"
        value={url}
        onChange={setUrl}
        isRequired
        mono
        placeholder="https://example.com/webhooks"
        hint="Where your software waits for events. It should answer soon, with a status of 200 to 299."
        error={urlError}
      />
      <TextField
        label="Description"
        value={description}
        onChange={setDescription}
        isRequired={false}
        placeholder="Orders for the warehouse"
      />
      <Choice
        label="Events"
        value={scope}
        onChange={setScope}
        options={[
          { value: 'all', label: 'All events', hint: 'Also those that are added later.' },
          {
            value: 'some',
            label: 'Only these',
            hint: 'Just the ones you tick; events added later are not included.',
          },
        ]}
      />
      {scope === 'some' && <EventTypePicker picked={picked} onChange={setPicked} />}
      {tried && nothingPicked && (
        <p className={styles.wrong} role="alert">
          Tick at least one event, or choose “All events”.
        </p>
      )}
      {failure && !failure.fieldError('url') && (
        <FailureNotice title="The endpoint was not saved" cause={failure} />
      )}
      <div className={styles.acts}>
        <Button kind="primary" type="submit">
          {saving ? 'Saving' : verb}
        </Button>
        <ButtonLink to={cancelTo} kind="plain">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}

function wrongWith(url: string): string | null {
  const text = url.trim();
  if (text === '') return 'Enter the address that events are sent to.';
  if (!URL.canParse(text)) return 'This is not a complete address. It begins with https:// or http://.';
  return /^https?:$/.test(new URL(text).protocol) ? null : 'The address begins with https:// or http://.';
}

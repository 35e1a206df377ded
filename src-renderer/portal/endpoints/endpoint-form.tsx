import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { type ApiFailure, toApiFailure } from '../../api/api-failure';
import {
  type EndpointDraft,
  type OpenedEndpoint,
  type OpenedPolling,
  TEXT_FIELDS,
  type TextName,
  toDraft,
} from '../../shared/endpoint/endpoint-draft';
import { EndpointFields } from '../../shared/endpoint/endpoint-fields';
import { SaveConflict } from '../../shared/forms/save-conflict';
import { SaveFailure } from '../../shared/forms/save-failure';
import type { Saving } from '../../shared/forms/use-save-changes';
import { Button } from '../../ui/button';
import { RestoredDraft } from '../../ui/drafts/restored-draft';
import type { Draft } from '../../ui/drafts/use-draft';
import { useDrafted } from '../../ui/drafts/use-drafted';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { Reworded } from '../../ui/reworded';
import { ButtonLink } from '../button-link';
import { useEventTypes } from '../catalog/use-event-types';
import { useLabels, useLook } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import { TEST_PATH } from './advice-of';
import { type DraftFaults, type FormRules, faultsOf, highestRate } from './endpoint-draft';
import { endpointWords } from './endpoint-words';
import styles from './portal-endpoints.module.css';

interface EndpointFormProps {
  /** What the form begins with, in the same tab with what was typed before. */
  readonly start: EndpointDraft;
  /** Keeps what is typed. */
  readonly form: Draft<OpenedEndpoint | OpenedPolling | null>;
  /** The label of the save button. */
  readonly verb: string;
  readonly onSave: (draft: EndpointDraft) => Promise<void>;
  /** Of an existing endpoint: what became of saving it. */
  readonly saving?: Saving;
  readonly cancelTo: string;
}

/**
 * Address, description, events and speed of an endpoint. "All events" and "Only these" are an explicit choice: an empty
 * selection never silently means everything.
 */
export function EndpointForm({ start, form: kept, verb, onSave, saving: edit, cancelTo }: EndpointFormProps) {
  const { settings } = useLook();
  const { application } = usePortalSession();
  const labels = useLabels();
  const form = labels.endpoints.form;
  const words = endpointWords(labels);
  const types = useEventTypes().data;
  const [draft, setDraft] = useDrafted(kept, 'draft', start);
  const [tried, setTried] = useState(false);
  const [hasLeftAddress, setLeftAddress] = useState(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const rules: FormRules = {
    ...settings,
    granted: application.rateLimit,
    ownNow: start.speed === 'own' ? Number(start.rateLimit) : null,
    before: kept.opened && toDraft(kept.opened),
  };
  const all = faultsOf(draft, rules, labels);
  const early = hasLeftAddress && draft.url.trim() !== '' && all.url ? { url: all.url } : {};
  const faults: Partial<Record<keyof DraftFaults | TextName, string>> = tried ? all : early;
  const set = (part: Partial<EndpointDraft>) => setDraft({ ...draft, ...part });
  const error = (field: keyof DraftFaults | 'uid' | TextName) =>
    (field === 'uid' ? null : faults[field]) ??
    refusalOf(failure, field === 'events' ? 'filterTypes' : field);
  const shownAtField: readonly string[] = [
    ...(draft.kind === 'url' ? ['url', 'rateLimit'] : ['uid']),
    'filterTypes',
    'channels',
    'filter',
    ...TEXT_FIELDS,
  ];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setFailure(null);
    if (saving || Object.keys(all).length > 0) return;
    setSaving(true);
    try {
      await onSave(draft);
    } catch (cause) {
      setFailure(toApiFailure(cause));
    } finally {
      setSaving(false);
    }
  };
  return (
    <form
      className={`${layout.stack5} ${styles.form}`}
      onSubmit={(event) => void submit(event)}
      onKeyDown={submitOnSave}
      noValidate
    >
      <RestoredDraft draft={kept} />
      <EndpointFields
        appId={application.id}
        endpointId={kept.opened?.id ?? null}
        draft={draft}
        set={set}
        words={{
          ...words,
          events: {
            ...words.events,
            all: { ...words.events.all, hint: form.allHint({ count: types?.length ?? 0 }) },
          },
          rateLimit: {
            ...words.rateLimit,
            inherit: {
              ...words.rateLimit.inherit,
              hint: rules.granted === null ? form.noLimit : form.inherited({ rate: rules.granted }),
            },
            rate: { ...words.rateLimit.rate, hint: form.ownRule({ most: highestRate(rules) }) },
          },
        }}
        error={error}
        url={{ isRequired: true, onBlur: () => setLeftAddress(true) }}
        picker={{
          types,
          labels: labels.endpoints.picker,
          ...(settings.portalShowHiddenTypes ? {} : { unnamed: start.choice.names }),
        }}
        channels={
          settings.enableChannels || settings.requireEndpointChannel || start.channels !== ''
            ? { isRequired: draft.kind === 'url' && settings.requireEndpointChannel }
            : null
        }
        belowUrl={
          <>
            {settings.showUseSvixPlay && draft.url === '' && (
              <p className={styles.under}>
                {form.tryHint}{' '}
                <Button kind="quiet" size="small" onPress={() => set({ url: testAddress(location.origin) })}>
                  {form.tryAddress}
                </Button>
              </p>
            )}
            {/^http:/i.test(draft.url.trim()) && !error('url') && (
              <p className={styles.warning}>{form.insecure}</p>
            )}
          </>
        }
      />
      {edit && failure instanceof SaveConflict && <SaveFailure title={form.notSaved} saving={edit} />}
      {failure &&
        !(failure instanceof SaveConflict) &&
        !failure.items.some(({ loc }) => shownAtField.includes(String(loc[1]))) && (
          <FailureNotice title={form.notSaved} cause={failure} />
        )}
      <div className={layout.row}>
        <Button kind="primary" type="submit">
          {saving ? form.saving : verb}
        </Button>
        <ButtonLink to={cancelTo} kind="plain" onClick={kept.end}>
          {form.cancel}
        </ButtonLink>
      </div>
    </form>
  );
}

/** What the server says of a field; null: nothing. */
function refusalOf(failure: ApiFailure | null, field: string) {
  const sentence = failure?.fieldError(field);
  return sentence ? <Reworded sentence={sentence} /> : null;
}

/** An address of this server's own receiver that nobody else uses. */
function testAddress(origin: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `${origin}${TEST_PATH}${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Ctrl+S, or Cmd+S on a Mac, saves as in every program; the browser would save the page. */
function submitOnSave(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
    return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

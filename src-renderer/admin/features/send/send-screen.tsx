import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { GenerateExampleOut } from '../../../../src-server/contract/event-type';
import { isValidName } from '../../../../src-server/contract/names';
import { stringifyOrdered } from '../../../../src-server/json-schema/ordered-json';
import { RemoveInvisible } from '../../../shared/schema-view/remove-invisible';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { ComboBox } from '../../../ui/combo-box';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Select } from '../../../ui/select';
import { Skeleton } from '../../../ui/skeleton';
import { useApplications } from '../../data/use-applications';
import { useExample, useServedEventType, useServedEventTypes } from '../../data/use-catalog';
import { SendResult } from '../../parts/send-result';
import { StartCard } from '../../parts/start/start-card';
import { keyLabel } from '../../platform/commands/key-strokes';
import { useScreenKeys } from '../../platform/commands/screen-keys';
import { JsonEditor } from '../../platform/editor/json-editor';
import { useInstance } from '../../platform/instance';
import { useAddressValue } from '../../platform/use-address-value';
import { faultOfPayload, messageBody } from './payload';
import styles from './send-screen.module.css';

/** Sends one message by hand and shows its outcome. */
export function SendScreen() {
  const applications = useApplications();
  const [addressedApp, setApp] = useAddressValue('app');
  if (applications.data?.length === 0) return <StartCard />;
  if (!applications.data) {
    return (
      <div className={`${layout.gap4} ${layout.pane} ${styles.form}`}>
        <h1 className={layout.screenTitle}>Send a message</h1>
        {applications.error ? (
          <FailureNotice
            title="The applications could not be loaded"
            cause={applications.error}
            onRetry={() => void applications.refetch()}
          />
        ) : (
          <Skeleton what="the applications" />
        )}
      </div>
    );
  }
  const appId = addressedApp || applications.data[0]?.id || '';
  return (
    <>
      <title>Send a message · Posthorn</title>
      <Composer
        appId={appId}
        onApp={setApp}
        options={applications.data.map(({ id, name, uid }) => ({
          value: id,
          label: name,
          ...(uid ? { detail: uid } : {}),
        }))}
      />
    </>
  );
}

const KEYS = [{ keys: 'Mod+Enter', label: 'Send the message' }];

interface ComposerProps {
  readonly appId: string;
  readonly onApp: (appId: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string; readonly detail?: string }[];
}

function Composer({ appId, onApp, options }: ComposerProps) {
  const { api } = useInstance();
  const types = useServedEventTypes();
  const [addressedType, setType] = useAddressValue('type');
  const names = (types.data ?? []).filter((type) => !type.archived).map(({ name }) => name);
  const type = addressedType || names[0] || '';
  const { payload, setPayload, origin, toExample } = usePayload(type, names.includes(type));
  const fault = faultOfPayload(payload);
  useScreenKeys(KEYS);
  const send = useMutation({
    mutationFn: () =>
      api.call('POST /app/{app}/msg', {
        path: { app: appId },
        query: { with_content: false },
        bodyText: messageBody(type, payload),
      }),
  });
  const ready = appId !== '' && isValidName(type) && fault === null && !send.isPending;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !ready) return;
    event.preventDefault();
    event.stopPropagation();
    send.mutate();
  };
  return (
    <div className={styles.screen}>
      <section
        className={`${layout.gap4} ${layout.pane} ${styles.form}`}
        aria-label="Message"
        onKeyDownCapture={onKeyDown}
        data-pane=""
      >
        <h1 className={layout.screenTitle}>Send a message</h1>
        <div className={styles.fields}>
          <Select label="Application" value={appId || null} onChange={onApp} options={options} />
          <ComboBox
            label="Event type"
            mono
            value={type}
            onChange={setType}
            options={names}
            error={
              type !== '' && !isValidName(type)
                ? 'Use letters, digits, hyphens, underscores and periods.'
                : null
            }
            {...(type !== '' && types.data && !names.includes(type)
              ? { hint: 'Not in the catalog. You can still send it.' }
              : {})}
          />
        </div>
        <div className={`${layout.stack1} ${layout.space} ${styles.payload}`}>
          <div className={layout.baseline}>
            <span className={layout.label}>Payload</span>
            <span className={`${layout.end} ${layout.meta}`}>{origin}</span>
            {toExample && (
              <Button size="small" kind="quiet" onPress={toExample}>
                Use the example
              </Button>
            )}
          </div>
          <JsonEditor label="Payload" value={payload} onChange={setPayload} fill />
          {fault && (
            <p className={`${layout.failedMeta} ${layout.breakable}`} role="alert">
              {fault}
            </p>
          )}
          {fault && <RemoveInvisible text={payload} onText={setPayload} />}
        </div>
        {send.error && <FailureNotice title="The message was not accepted" cause={send.error} />}
        <div className={layout.line}>
          <Button
            kind="primary"
            icon={<Send aria-hidden />}
            isDisabled={!ready}
            needs="POST /app/{app}/msg"
            onPress={() => send.mutate()}
          >
            Send message
          </Button>
          <kbd className={classNames(layout.muted, layout.size11)}>{keyLabel('Mod+Enter')}</kbd>
        </div>
      </section>
      <SendResult appId={appId} message={send.data ?? null} />
    </div>
  );
}

/** The payload: the example of the event type until the user types something else, which stays. */
function usePayload(type: string, inCatalog: boolean) {
  const eventType = useServedEventType(inCatalog ? type : '');
  const example = useExample(eventType.data);
  const made = example.data ? stringifyOrdered(example.data.example, 2) : '{}';
  const draft = useDraft(`${useInstance().id}/send/${type}`, null);
  const [payload, setPayload] = useDrafted(draft, 'payload', made);
  const origin = draft.isDirty
    ? 'edited'
    : example.data
      ? `${example.data.source === 'author' ? 'custom example' : 'generated from the schema'}${fitLabel(example.data)}`
      : '';
  return {
    payload,
    setPayload,
    origin,
    /** Null: the payload is the example, or there is none. */
    toExample: draft.isDirty && example.data ? draft.startOver : null,
  };
}

/** What to add to the origin of a payload that is not known to match the schema. */
function fitLabel({ fits, problems }: GenerateExampleOut): string {
  if (fits) return '';
  return problems.length > 0 ? ', violates the schema' : ', not checked against the schema';
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  ENVIRONMENT_BODY_MAX_BYTES,
  type EnvironmentIn,
} from '../../../../../src-server/contract/environment';
import { whenDone } from '../../../../api/when-done';
import { Button } from '../../../../ui/button';
import { FailureNotice } from '../../../../ui/failure-notice';
import { Notice } from '../../../../ui/notice';
import { Sheet } from '../../../../ui/sheet';
import { toast } from '../../../../ui/toast-store';
import { Unread } from '../../../../ui/unread';
import { FileChooser } from '../../../parts/files/file-chooser';
import { useInstance } from '../../../platform/instance';
import { typesLabel } from '../bulk-labels';
import { type EnvironmentPlan, planEnvironment, readEnvironment } from './environment-plan';
import styles from './files.module.css';
import { importAsShown, readTagged, type TaggedEnvironment, undoImport } from './import-environment';
import { PlanRows } from './plan-rows';

interface Chosen {
  readonly name: string;
  readonly wanted: EnvironmentIn;
  /** True: it has more than a working copy can hold. */
  readonly leftOut: boolean;
}

const environmentKey = (id: string) => [id, 'catalog', 'environment'];

/** Takes event types and settings from an environment file: shows what would change, then changes it. */
export function EnvironmentSheet({ onClose }: { readonly onClose: () => void }) {
  const { id, catalog, isCopy } = useInstance();
  const [file, setFile] = useState<Chosen | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const now = useQuery({
    queryKey: environmentKey(id),
    queryFn: ({ signal }) => readTagged(catalog, isCopy, signal),
    enabled: file !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const plan = useMemo(
    () => (file && now.data ? planEnvironment(file.wanted, now.data.current) : null),
    [file, now.data],
  );
  const apply = useApply(plan, now.data);
  const count = plan?.rows.filter(({ state }) => state === 'new' || state === 'changed').length ?? 0;
  const changes = count + (plan ? plan.settings.length + plan.flagSets.length : 0);
  const choose = (text: string, name: string) => {
    try {
      const wanted = readEnvironment(text);
      const leftOut = isCopy && (wanted.settings != null || wanted.flagSets != null);
      setFile({ name, wanted: isCopy ? { eventTypes: wanted.eventTypes ?? [] } : wanted, leftOut });
      setFault(null);
    } catch (cause) {
      setFault(cause instanceof Error ? cause.message : String(cause));
    }
  };
  return (
    <Sheet
      wide
      title={file ? `Import ${file.name}` : 'Import environment'}
      onClose={onClose}
      footer={
        <>
          {file && <Button onPress={() => setFile(null)}>Choose another file</Button>}
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            needs="POST /environment/import"
            isDisabled={!file || changes === 0 || apply.isPending}
            onPress={() => {
              if (file) whenDone(apply.mutateAsync(file.wanted), onClose);
            }}
          >
            {importLabel(count, plan)}
          </Button>
        </>
      }
    >
      {!file && (
        <>
          <FileChooser
            label="Drop an environment file (JSON) here"
            types={['.json', 'application/json']}
            maxBytes={ENVIRONMENT_BODY_MAX_BYTES}
            onText={choose}
          />
          {fault && <Notice tone="error" title={fault} />}
          <p className={styles.aside}>
            Adds the event types of the file, or replaces those with the same name. Nothing is deleted.
          </p>
        </>
      )}
      {file && (
        <Unread
          what="this instance"
          title="The current catalog and settings could not be loaded"
          query={now}
        />
      )}
      {file?.leftOut && (
        <Notice tone="info" title="Settings and flag sets of this file are left out">
          A working copy holds event types only. To import the others, edit this connection directly.
        </Notice>
      )}
      {plan && <Preview plan={plan} />}
      {apply.error && <FailureNotice title="Nothing was imported" cause={apply.error} />}
    </Sheet>
  );
}

function Preview({ plan }: { readonly plan: EnvironmentPlan }) {
  return (
    <>
      {plan.settings.length > 0 && (
        <Notice
          tone="warning"
          title={`Changes ${plan.settings.length} ${plan.settings.length === 1 ? 'setting' : 'settings'}`}
        >
          <ul>
            {plan.settings.map(({ name, from, to }) => (
              <li key={name}>
                <code>{name}</code>: {from} becomes {to}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {plan.flagSets.length > 0 && (
        <Notice tone="info" title={`Changes preview flag sets: ${plan.flagSets.join(', ')}`} />
      )}
      <PlanRows rows={plan.rows} />
      <p className={styles.aside}>The import is one transaction: if it fails, nothing changes.</p>
    </>
  );
}

function importLabel(count: number, plan: EnvironmentPlan | null): string {
  if (!plan) return 'Import';
  const parts = [
    count > 0 && typesLabel(count),
    plan.settings.length > 0 &&
      `${plan.settings.length} ${plan.settings.length === 1 ? 'setting' : 'settings'}`,
    plan.flagSets.length > 0 &&
      `${plan.flagSets.length} ${plan.flagSets.length === 1 ? 'flag set' : 'flag sets'}`,
  ].filter(Boolean);
  return parts.length > 0 ? `Import ${parts.join(', ')}` : 'Nothing to import';
}

/** Imports what is shown, and undoes it with one write of the previous state. */
function useApply(plan: EnvironmentPlan | null, shown: TaggedEnvironment | undefined) {
  const { id, catalog, isCopy } = useInstance();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [id] });
  const read = () => readTagged(catalog, isCopy);
  return useMutation({
    mutationFn: async (wanted: EnvironmentIn) =>
      importAsShown(catalog, { wanted, shown: shown ?? (await read()), read }),
    // As in useBulk, what is read again is not waited for.
    onSuccess: (before, wanted) => {
      const count = plan?.rows.filter(({ state }) => state === 'new' || state === 'changed').length ?? 0;
      toast(`Imported ${typesLabel(count)}`, () =>
        undoImport(catalog, { wanted, before, read }).finally(refresh),
      );
      void refresh();
    },
    onError: () => void client.invalidateQueries({ queryKey: environmentKey(id) }),
  });
}

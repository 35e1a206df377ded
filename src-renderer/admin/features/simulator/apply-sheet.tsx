import { type ReactNode, useState } from 'react';
import { whenDone } from '../../../api/when-done';
import { useEditEndpoint, useEndpoints } from '../../../shared/endpoint/use-endpoints';
import { SaveFailure } from '../../../shared/forms/save-failure';
import { undoChange } from '../../../shared/forms/undo-change';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { hostOf } from '../../../ui/host-of';
import layout from '../../../ui/layout.module.css';
import { Segmented } from '../../../ui/segmented';
import { Select } from '../../../ui/select';
import { Sheet } from '../../../ui/sheet';
import { Skeleton } from '../../../ui/skeleton';
import { toast } from '../../../ui/toast-store';
import { useApplication, useApplications, useEditApplication } from '../../data/use-applications';
import { type ApplyRow, applyPlan, limitLabel } from './apply-plan';
import styles from './simulator-screen.module.css';

interface ApplySheetProps {
  /** The simulated limits; null: none. */
  readonly limits: readonly (number | null)[];
  /** The source of the traffic; empty: none. */
  readonly appId: string;
  readonly endpointId: string;
  readonly onClose: () => void;
}

/** The application itself, among its endpoints. */
const WHOLE_APPLICATION = 'application';

/** Applies a simulated limit: first who inherits it, then what changes and by how much. */
export function ApplySheet({ limits, appId: firstAppId, endpointId, onClose }: ApplySheetProps) {
  const [appId, setAppId] = useState(firstAppId);
  const [target, setTarget] = useState(endpointId || WHOLE_APPLICATION);
  const [index, setIndex] = useState(0);
  const limit = limits[index] ?? null;
  const applications = useApplications();
  return (
    <ApplyForm
      key={appId}
      {...{ appId, target, limit, onClose }}
      choices={
        <>
          {limits.length > 1 && limits[0] !== limits[1] && (
            <Segmented
              label="Which limit"
              value={String(index)}
              onChange={(value) => setIndex(Number(value))}
              options={limits.map((limit, place) => ({ value: String(place), label: limitLabel(limit) }))}
            />
          )}
          <Select
            label="Application"
            value={appId || null}
            onChange={(value) => {
              setAppId(value);
              setTarget(WHOLE_APPLICATION);
            }}
            options={(applications.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            placeholder={applications.isPending ? 'Loading' : 'Choose an application'}
            error={applications.error ? 'The applications could not be loaded.' : null}
          />
        </>
      }
      onTarget={setTarget}
    />
  );
}

interface ApplyFormProps {
  readonly appId: string;
  readonly target: string;
  readonly limit: number | null;
  readonly choices: ReactNode;
  readonly onTarget: (target: string) => void;
  readonly onClose: () => void;
}

function ApplyForm({ appId, target, limit, choices, onTarget, onClose }: ApplyFormProps) {
  const endpointId = target === WHOLE_APPLICATION ? null : target;
  const application = useApplication(appId, appId !== '');
  const endpoints = useEndpoints(appId);
  const editApplication = useEditApplication(appId);
  const editEndpoint = useEditEndpoint({ appId, endpointId: endpointId ?? '' });
  const edit = endpointId === null ? editApplication : editEndpoint;
  const plan =
    application.data && endpoints.data && applyPlan(application.data, endpoints.data, { endpointId, limit });
  const apply = () => {
    const own = endpoints.data?.find(({ id }) => id === endpointId);
    const was = endpointId === null ? application.data?.rateLimit : own?.rateLimit;
    const [before, after] = [{ rateLimit: was ?? null }, { rateLimit: limit }];
    const what = endpointId === null ? application.data?.name : hostOf(own?.url ?? '');
    whenDone(edit.save({ opened: before, mine: after }), () => {
      onClose();
      toast(
        `Limit of ${what}: ${limitLabel(limit)}`,
        () => undoChange(edit.save, { before, after }),
        `limit of ${what}`,
      );
    });
  };
  const failure = application.error ?? endpoints.error;
  return (
    <Sheet
      title={`Apply ${limitLabel(limit)}`}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            isDisabled={!plan?.isChange || edit.isPending}
            needs={
              endpointId === null ? 'PATCH /app/{app}' : 'PATCH /app/{app}/endpoint/{endpoint} rateLimit'
            }
            onPress={apply}
          >
            {limit === null ? 'Remove the limit' : `Set the limit to ${limitLabel(limit)}`}
          </Button>
        </>
      }
    >
      {choices}
      {appId !== '' && endpoints.data && (
        <Select
          label="Apply the limit to"
          value={target}
          onChange={onTarget}
          options={[
            { value: WHOLE_APPLICATION, label: `The application and all endpoints without their own limit` },
            ...endpoints.data.map(({ id, url }) => ({ value: id, label: url })),
          ]}
        />
      )}
      {appId !== '' && !plan && !failure && <Skeleton what="the endpoints" rows={3} />}
      {failure && (
        <FailureNotice
          title="The endpoints could not be loaded"
          cause={failure}
          onRetry={() => {
            void application.refetch();
            void endpoints.refetch();
          }}
        />
      )}
      {plan && (
        <>
          <p data-testid="inheritance">{plan.inheritance}</p>
          <p className={layout.strong}>{plan.consequence}</p>
          {plan.rows.length > 0 && <Rows rows={plan.rows} />}
        </>
      )}
      <SaveFailure title="The limit was not changed" saving={edit} />
    </Sheet>
  );
}

const SHOWN_MAX = 50;

function Rows({ rows }: { readonly rows: readonly ApplyRow[] }) {
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Endpoint</th>
            <th scope="col">Now</th>
            <th scope="col">Then</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN_MAX).map(({ endpointId, url, before, after, isOwn }) => (
            <tr key={endpointId} className={before === after ? `${layout.muted} ${styles.same}` : undefined}>
              <th scope="row">
                {url}
                {isOwn && <span className={layout.meta}> own limit</span>}
              </th>
              <td>{limitLabel(before)}</td>
              <td>{before === after ? 'no change' : limitLabel(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN_MAX && (
        <p className={layout.meta}>
          Showing {SHOWN_MAX} of {rows.length.toLocaleString('en')}, changed ones first.
        </p>
      )}
    </>
  );
}

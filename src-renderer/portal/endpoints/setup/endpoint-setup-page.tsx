import { ArrowLeft } from 'lucide-react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { ApiFailure } from '../../../api/api-failure';
import { useEndpointSecret } from '../../../shared/endpoint/use-endpoint-secret';
import { useEndpoint } from '../../../shared/endpoint/use-endpoints';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import { Unread } from '../../../ui/unread';
import { ButtonLink } from '../../button-link';
import { useLabels } from '../../look/look-context';
import { NotFound } from '../../not-found';
import { usePortalSession } from '../../session/portal-session';
import { EndpointTest } from '../endpoint-test';
import endpointStyles from '../portal-endpoints.module.css';
import { useEndpointFigures } from '../use-figures';
import { SecretStep, VerifyStep } from './secret-steps';
import styles from './setup.module.css';
import { type SetupStep, setupStepsFor } from './setup-steps';
import { StepHeading } from './step-heading';
import { StepList } from './step-list';

/** From a new endpoint to its first event: secret, verification, test event. `?step=` selects the part. */
export function EndpointSetupPage() {
  const { endpointId = '' } = useParams();
  const { application, may } = usePortalSession();
  const labels = useLabels();
  const endpoint = useEndpoint(application.id, endpointId);
  const steps = setupStepsFor(may);
  const isMissing = endpoint.error instanceof ApiFailure && endpoint.error.status === 404;
  if (steps.length === 0 || isMissing) {
    return (
      <NotFound what={isMissing ? 'endpoint' : 'page'} backTo="/endpoints" backLabel={labels.endpoints.all} />
    );
  }
  return (
    <div className={styles.page}>
      <Unread what={labels.endpoints.oneWhat} title={labels.endpoints.oneNotRead} rows={5} query={endpoint} />
      {endpoint.data && <Setup key={endpoint.data.id} endpoint={endpoint.data} steps={steps} />}
    </div>
  );
}

function Setup({ endpoint, steps }: { endpoint: EndpointOut; steps: readonly SetupStep[] }) {
  const { application } = usePortalSession();
  const labels = useLabels().setup;
  const [query] = useSearchParams();
  const secret = useEndpointSecret(application.id, endpoint.id);
  const figures = useEndpointFigures(endpoint.id);
  const step = steps.find((known) => known === query.get('step')) ?? (steps[0] as SetupStep);
  const at = steps.indexOf(step);
  const hasArrived = (figures.data?.all.success ?? 0) > 0;
  return (
    <>
      <Link to={`/endpoints/${endpoint.id}`} className={endpointStyles.back ?? ''}>
        <ArrowLeft aria-hidden /> {labels.words.endpoint}
      </Link>
      <header>
        <h1>{labels.title}</h1>
        <p className={endpointStyles.url}>{endpoint.url}</p>
      </header>
      <StepList steps={steps} current={step} hasArrived={hasArrived} />
      <div className={styles.part}>
        <StepHeading key={step} number={at + 2} all={steps.length + 1} step={step} />
        {step === 'secret' && <SecretStep secret={secret} />}
        {step === 'verify' && <VerifyStep secret={secret} />}
        {step === 'test' && (
          <EndpointTest endpoint={endpoint} isTitled={false} onResponse={() => void figures.refetch()} />
        )}
      </div>
      {step === 'test' && hasArrived && (
        <Notice tone="done" title={labels.ready}>
          {labels.readyText}
        </Notice>
      )}
      <Acts
        endpointId={endpoint.id}
        before={steps[at - 1]}
        next={steps[at + 1]}
        isDone={hasArrived || (steps[at + 1] === undefined && step !== 'test')}
      />
    </>
  );
}

interface ActsProps {
  readonly endpointId: string;
  readonly before: SetupStep | undefined;
  readonly next: SetupStep | undefined;
  /** True: nothing is left to come back for. */
  readonly isDone: boolean;
}

/** Onwards, backwards, and out. */
function Acts({ endpointId, before, next, isDone }: ActsProps) {
  const labels = useLabels().setup;
  const home = `/endpoints/${endpointId}`;
  return (
    <div className={`${layout.rowCenteredWide} ${layout.ruled} ${styles.acts}`}>
      {next && <ButtonLink to={`?step=${next}`}>{labels.next({ step: labels.words[next] })}</ButtonLink>}
      {!next && isDone && <ButtonLink to={home}>{labels.toEndpoint}</ButtonLink>}
      {before && (
        <ButtonLink to={`?step=${before}`} kind="plain">
          {labels.back}
        </ButtonLink>
      )}
      {!isDone && (
        <>
          <Link to={home}>{labels.leave}</Link>
          <span className={layout.meta}>{labels.leaveText}</span>
        </>
      )}
    </div>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ApplicationOut } from '../../../src-server/contract/application';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { TEXT_FIELDS } from '../../shared/endpoint/endpoint-draft';
import type { useEditEndpoint } from '../../shared/endpoint/use-endpoints';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { useTo } from '../platform/instance';
import { EndpointMenu } from './sending/endpoint-menu';
import { SendingSwitch } from './sending/sending-switch';

interface EndpointHeadProps {
  readonly application: ApplicationOut;
  readonly endpoint: EndpointOut;
  readonly patch: ReturnType<typeof useEditEndpoint>;
  /** Absent: it is deleted elsewhere. */
  readonly onDelete?: () => void;
  /** What else is done on its tab. */
  readonly children: ReactNode;
}

/** Whose an endpoint is, its URL and texts, and what can be done to it: the same above each of its tabs. */
export function EndpointHead({ application, endpoint, patch, onDelete, children }: EndpointHeadProps) {
  const to = useTo();
  return (
    <>
      <div className={layout.pageHead}>
        <div className={layout.titles}>
          <p className={layout.meta}>
            <Link to={to('apps', application.id)}>{application.name}</Link> / endpoint
          </p>
          <h2 className={layout.address}>{endpoint.url}</h2>
          {TEXT_FIELDS.map((field) => endpoint[field] && <p key={field}>{endpoint[field]}</p>)}
        </div>
        <div className={layout.row}>
          <SendingSwitch endpoint={endpoint} patch={patch} />
          {children}
          <EndpointMenu
            appId={application.id}
            endpoint={endpoint}
            {...(onDelete === undefined ? {} : { onDelete })}
          />
        </div>
      </div>
      {patch.error && <FailureNotice title="The endpoint was not changed" cause={patch.error} />}
    </>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AGAIN_LABELS } from '../../shared/replay/again-labels';
import { SendAgainSheet } from '../../shared/replay/send-again-sheet';
import type { AgainRequest } from '../data/again-request';
import { useTo } from '../platform/instance';

interface AgainSheetProps {
  readonly request: AgainRequest;
  /** Absent: the address of the one endpoint, or how many there are. */
  readonly about?: ReactNode;
  readonly onBegun?: () => void;
  readonly onClose: () => void;
}

/** The one sheet for sending past messages again, wherever it is opened. */
export function AgainSheet({ request, about, ...rest }: AgainSheetProps) {
  const to = useTo();
  const { targets } = request.choice;
  const [first] = targets;
  const whom = targets.length === 1 && first ? <code>{first.url}</code> : `${targets.length} endpoints`;
  return (
    <SendAgainSheet
      {...request}
      {...rest}
      labels={AGAIN_LABELS}
      about={about ?? <p>To {whom}.</p>}
      linkTo={({ appId, endpointId }) => (
        <Link to={to('apps', appId, 'endpoints', endpointId)}>Open the endpoint to enable it</Link>
      )}
    />
  );
}

import { type ReactNode, useState } from 'react';
import type { AttentionOut } from '../../../../src-server/contract/attention';
import { separatePart } from '../../../ui/separate-part';
import { type AgainRequest, againOfEndpoint } from '../../data/again-request';

const AgainSheet = separatePart(() => import('../again-sheet').then(({ AgainSheet }) => AgainSheet));

const LimitSheet = separatePart(() => import('./limit-sheet').then(({ LimitSheet }) => LimitSheet));

/** What the rows of endpoints that need attention open. */
interface AttentionActs {
  readonly onAgain: (row: AttentionOut) => void;
  readonly onLimit: (row: AttentionOut) => void;
  /** To be rendered outside the rows: a row goes with the first success. */
  readonly sheets: ReactNode;
}

/** The sheets that send messages of an endpoint again and change its limit. */
export function useAttentionActs(): AttentionActs {
  const [again, setAgain] = useState<AgainRequest | null>(null);
  const [limited, setLimited] = useState<AttentionOut | null>(null);
  return {
    onAgain: ({ appId, endpointId, url }) =>
      setAgain(againOfEndpoint({ appId, endpointId, url }, null, Date.now())),
    onLimit: setLimited,
    sheets: (
      <>
        {limited && <LimitSheet row={limited} onClose={() => setLimited(null)} />}
        {again && <AgainSheet request={again} onClose={() => setAgain(null)} />}
      </>
    ),
  };
}

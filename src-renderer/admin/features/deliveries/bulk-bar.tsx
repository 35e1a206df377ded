import { RotateCw, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { LiveAttempt } from '../../../../src-server/contract/live-event';
import type { ReplayTarget } from '../../../shared/replay/replay-choice';
import { Button } from '../../../ui/button';
import layout from '../../../ui/layout.module.css';
import { type AgainRequest, againOfAttempts, againOfFilter } from '../../data/again-request';
import { type AttemptFilter, FILTER_NAMES } from '../../data/attempt-log/attempt-filter';
import type { AttemptLogInUse } from '../../data/attempt-log/use-attempt-log';
import { useServedEventTypes } from '../../data/use-catalog';
import { useFoundEndpoints } from '../../data/use-endpoint-directory';
import { AgainSheet } from '../../parts/again-sheet';
import styles from './deliveries-screen.module.css';

interface BulkBarProps {
  readonly use: AttemptLogInUse;
  readonly filter: AttemptFilter;
  readonly selected: ReadonlySet<string>;
  readonly onClear: () => void;
  /** The sheet for the selected rows; R opens it too. */
  readonly isResending: boolean;
  readonly onResending: (open: boolean) => void;
}

/** Bulk actions: on the selected rows, and on everything that matches the filter. */
export function BulkBar({ use, filter, selected, onClear, isResending, onResending }: BulkBarProps) {
  const types = useServedEventTypes();
  const [request, setRequest] = useState<AgainRequest | null>(null);
  const isNarrowed = FILTER_NAMES.some((name) => filter[name] !== '');
  const names = useMemo(() => (types.data ?? []).map(({ name }) => name), [types.data]);
  const targets = useTargets(filter);
  const requestNow = () => againOfFilter(filter, targets, names, Date.now());
  const canSendAll = isNarrowed && requestNow() !== null;
  if (selected.size === 0 && !canSendAll && !request && !isResending) return null;
  const chosen = [...selected].flatMap((id) => use.log.find(id) ?? []);
  return (
    <section className={`${layout.rowCentered} ${layout.ruled} ${styles.bulk}`} aria-label="Bulk actions">
      {selected.size > 0 && (
        <>
          <span role="status">{chosen.length} selected</span>
          <Button
            size="small"
            icon={<RotateCw aria-hidden />}
            needs="POST /app/{app}/endpoint/{endpoint}/recover"
            onPress={() => onResending(true)}
          >
            Send {chosen.length} again
          </Button>
          <Button kind="quiet" size="small" icon={<X aria-hidden />} onPress={onClear}>
            Clear selection
          </Button>
        </>
      )}
      {canSendAll && (
        <Button
          size="small"
          kind={selected.size > 0 ? 'quiet' : 'plain'}
          needs="POST /app/{app}/endpoint/{endpoint}/recover"
          onPress={() => setRequest(requestNow())}
        >
          Send all matches again
        </Button>
      )}
      {request && <AgainSheet request={request} onClose={() => setRequest(null)} />}
      {isResending && <Chosen attempts={chosen} onBegun={onClear} onClose={() => onResending(false)} />}
    </section>
  );
}

/** The endpoints of a filter; none while they are unknown, or if they are too many to count for. */
function useTargets({ app, endpoint }: AttemptFilter): readonly ReplayTarget[] {
  const { data, isPlaceholderData } = useFoundEndpoints(endpoint || app);
  if (!data?.done || isPlaceholderData) return [];
  return data.data
    .filter((listed) => (app === '' || listed.appId === app) && (endpoint === '' || listed.id === endpoint))
    .map(({ appId, id, url }) => ({ appId, endpointId: id, url }));
}

interface ChosenProps {
  /** The rows that were selected when it was opened. */
  readonly attempts: readonly LiveAttempt[];
  readonly onBegun: () => void;
  readonly onClose: () => void;
}

/** The sheet for selected rows. The selection is cleared when the resend starts; the sheet keeps its rows. */
function Chosen({ attempts, onBegun, onClose }: ChosenProps) {
  const [request] = useState(() => againOfAttempts(attempts, Date.now()));
  const count = attempts.length;
  const about = (
    <p>{count === 1 ? 'The chosen message.' : `The messages of ${count} chosen attempts, each once.`}</p>
  );
  return <AgainSheet request={request} about={about} onBegun={onBegun} onClose={onClose} />;
}

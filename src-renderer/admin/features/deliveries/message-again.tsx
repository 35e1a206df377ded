import { RotateCw } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { ReplayTarget } from '../../../shared/replay/replay-choice';
import { Button } from '../../../ui/button';
import { Segmented } from '../../../ui/segmented';
import { type AgainRequest, againOfAttempts, againOfEndpoint } from '../../data/again-request';
import { AgainSheet } from '../../parts/again-sheet';
import { useCommand } from '../../platform/commands/command-store';
import { useWhenMay } from '../../platform/use-when-may';
import { ElsewhereSheet } from './elsewhere-sheet';

interface MessageAgainProps {
  /** On the button that opens it. */
  readonly label: string;
  readonly appId: string;
  readonly msgId: string;
  /** When the message was accepted (RFC 3339). Absent: not read yet. */
  readonly acceptedAt: string | undefined;
  /** Where it went, or the one endpoint that this is about. */
  readonly targets: readonly ReplayTarget[];
}

type Mode = 'this' | 'later' | 'elsewhere';

/** The sheet for one message: itself, everything since, or another endpoint; `ask` is null until it can be asked. */
export function useMessageAgain(props: MessageAgainProps): {
  readonly ask: (() => void) | null;
  readonly sheet: ReactNode;
} {
  const [askedAtMs, setAskedAtMs] = useState<number | null>(null);
  const when = useWhenMay();
  const { label, acceptedAt } = props;
  const ask = acceptedAt
    ? when('POST /app/{app}/endpoint/{endpoint}/recover', () => setAskedAtMs(Date.now()))
    : null;
  useCommand('send-again', ask, label, true);
  const sheet = askedAtMs !== null && acceptedAt && (
    <Asked {...props} acceptedAt={acceptedAt} askedAtMs={askedAtMs} onClose={() => setAskedAtMs(null)} />
  );
  return { ask, sheet };
}

/** The button that opens this sheet. */
export function MessageAgain(props: MessageAgainProps) {
  const { ask, sheet } = useMessageAgain(props);
  return (
    <>
      <Button
        icon={<RotateCw aria-hidden />}
        isDisabled={!ask}
        needs="POST /app/{app}/endpoint/{endpoint}/recover"
        onPress={() => ask?.()}
      >
        {props.label}
      </Button>
      {sheet}
    </>
  );
}

interface AskedProps extends MessageAgainProps {
  readonly acceptedAt: string;
  readonly askedAtMs: number;
  readonly onClose: () => void;
}

function Asked({ appId, msgId, acceptedAt, targets, askedAtMs, onClose }: AskedProps) {
  const [first] = targets;
  const only = targets.length === 1 ? first : undefined;
  const [mode, setMode] = useState<Mode>(first ? 'this' : 'elsewhere');
  // The targets are read again while the sheet is open; what it asks about stays.
  const [requests] = useState(() => requestsOf({ msgId, acceptedAt, targets, askedAtMs }));
  const about = useMemo(
    () => (
      <Segmented<Mode>
        label="What to send"
        value={mode}
        onChange={setMode}
        options={[
          ...(first ? [{ value: 'this' as const, label: 'This message' }] : []),
          ...(only ? [{ value: 'later' as const, label: 'This and later ones' }] : []),
          { value: 'elsewhere', label: 'To another endpoint' },
        ]}
      />
    ),
    [mode, first, only],
  );
  if (mode === 'elsewhere') {
    return <ElsewhereSheet {...{ appId, msgId, about, onClose }} except={only?.endpointId ?? null} />;
  }
  return <AgainSheet key={mode} request={requests[mode]} about={about} onClose={onClose} />;
}

function requestsOf(message: Pick<AskedProps, 'msgId' | 'acceptedAt' | 'targets' | 'askedAtMs'>): {
  readonly this: AgainRequest;
  readonly later: AgainRequest;
} {
  const { msgId, acceptedAt, targets, askedAtMs } = message;
  const attempts = targets.map((target) => ({ ...target, msgId }));
  const [first = { appId: '', endpointId: '', url: '' }] = targets;
  const later = againOfEndpoint(first, null, askedAtMs);
  return {
    this: againOfAttempts(attempts, askedAtMs),
    later: { ...later, choice: { ...later.choice, since: acceptedAt } },
  };
}

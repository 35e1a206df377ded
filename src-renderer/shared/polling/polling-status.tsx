import type { PollingConsumerOut, PollingEndpointOut } from '../../../src-server/contract/polling-endpoint';
import { inserted, slot } from '../../ui/inserted';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { type PollingState, pollingGlance, pollingState } from './polling-state';
import type { PollingWords } from './polling-words';

const LOOKS = {
  active: 'success',
  silent: 'pending',
  idle: 'canceled',
  disabled: 'canceled',
} as const satisfies Record<PollingState, string>;

interface PollingStatusProps {
  readonly poller: PollingEndpointOut;
  /** Undefined: not read. */
  readonly consumers: readonly PollingConsumerOut[] | undefined;
  readonly words: PollingWords;
}

/** Whether it is polled; nothing while that is not known. */
export function PollingStatus({ poller, consumers, words }: PollingStatusProps) {
  if (!consumers && !poller.disabled) return null;
  const state = pollingState(poller, consumers ?? [], Date.now());
  return <Status status={LOOKS[state]} word={words.states[state]} />;
}

/** What its state means, where that is not obvious. */
export function stateText(state: PollingState, { stateTexts }: Pick<PollingWords, 'stateTexts'>): string {
  return state === 'active' ? '' : stateTexts[state];
}

/** The newest poll of its consumers, and how far the last of them is behind. */
export function PollingGlance({ consumers, words }: Pick<PollingStatusProps, 'consumers' | 'words'>) {
  if (!consumers) return null;
  const { count, lastPolledAt, behind } = pollingGlance(consumers);
  if (!lastPolledAt) return words.neverPolled;
  return (
    <>
      {inserted(words.polled({ consumers: count, at: slot(0) }), <Time at={lastPolledAt} />)}
      {behind && behind.lag > 0 && (
        <>
          {', '}
          <Lag consumer={behind} words={words} />
        </>
      )}
    </>
  );
}

interface LagProps {
  readonly consumer: Pick<PollingConsumerOut, 'lag' | 'lagIsMore' | 'lagSince'>;
  readonly words: PollingWords;
}

/** What a consumer has not read, in messages and in time. */
export function Lag({ consumer: { lag, lagIsMore, lagSince }, words }: LagProps) {
  return (
    <>
      {words.behind({ lag, more: lagIsMore })}
      {lagSince !== null && (
        <>
          {', '}
          {inserted(words.oldest({ at: slot(0) }), <Time at={lagSince} />)}
        </>
      )}
    </>
  );
}

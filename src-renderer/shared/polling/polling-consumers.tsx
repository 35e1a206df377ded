import { useState } from 'react';
import type { PollingConsumerOut } from '../../../src-server/contract/polling-endpoint';
import { whenDone } from '../../api/when-done';
import { Button } from '../../ui/button';
import { DeleteByName } from '../../ui/delete-by-name';
import { FailureNotice } from '../../ui/failure-notice';
import { inserted, slot } from '../../ui/inserted';
import layout from '../../ui/layout.module.css';
import { Reworded } from '../../ui/reworded';
import { Sheet } from '../../ui/sheet';
import { TextField } from '../../ui/text-field';
import { Time } from '../../ui/time';
import { Unread } from '../../ui/unread';
import { fromLocalMoment, localZone, toLocalMoment } from '../local-moment';
import { Lag } from './polling-status';
import type { PollingWords } from './polling-words';
import { useDeleteConsumer, useMoveConsumer, usePollingConsumers } from './use-polling-endpoints';

interface PollingConsumersProps {
  readonly appId: string;
  readonly pollerId: string;
  readonly words: PollingWords;
  readonly mayManage: boolean;
}

/** The readers of a polling endpoint whose position the server keeps: when each polled last, and what it has not read. */
export function PollingConsumers({ appId, pollerId, words, mayManage }: PollingConsumersProps) {
  const consumers = usePollingConsumers(appId, pollerId);
  const [open, setOpen] = useState<{ readonly act: 'move' | 'delete'; readonly name: string } | null>(null);
  const chosen = consumers.data?.find(({ name }) => name === open?.name);
  const { consumers: labels } = words;
  const close = () => setOpen(null);
  return (
    <>
      <Unread what={labels.what} title={labels.notRead} rows={2} query={consumers} />
      {consumers.data?.length === 0 && <p className={layout.meta}>{labels.none}</p>}
      {consumers.data && consumers.data.length > 0 && (
        <ul className={layout.wide} aria-label={labels.title}>
          {consumers.data.map((consumer) => (
            <li key={consumer.name} className={`${layout.spread} ${layout.underlined} ${layout.padded2}`}>
              <span className={layout.gridTight}>
                <code className={layout.breakable}>{consumer.name}</code>
                <span className={layout.meta}>
                  <LastPoll consumer={consumer} words={words} />
                  {', '}
                  <Lag consumer={consumer} words={words} />
                </span>
              </span>
              {mayManage && (
                <span className={layout.row}>
                  <Button
                    size="small"
                    aria-label={labels.moveLabel({ name: consumer.name })}
                    needs="POST /app/{app}/poller/{poller}/consumer/{consumer}/seek"
                    onPress={() => setOpen({ act: 'move', name: consumer.name })}
                  >
                    {labels.move}
                  </Button>
                  <Button
                    size="small"
                    aria-label={labels.removeLabel({ name: consumer.name })}
                    needs="DELETE /app/{app}/polling-endpoint/{poller}/consumer/{consumer}"
                    onPress={() => setOpen({ act: 'delete', name: consumer.name })}
                  >
                    {labels.remove}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {open?.act === 'move' && chosen && (
        <MoveConsumer
          place={{ appId, pollerId, consumer: chosen.name }}
          from={chosen.lagSince ?? new Date().toISOString()}
          words={labels}
          onClose={close}
        />
      )}
      {open?.act === 'delete' && chosen && (
        <DeleteConsumer place={{ appId, pollerId, consumer: chosen.name }} words={labels} onClose={close} />
      )}
    </>
  );
}

function LastPoll({
  consumer: { lastPolledAt },
  words,
}: {
  readonly consumer: PollingConsumerOut;
  readonly words: PollingWords;
}) {
  if (lastPolledAt === null) return words.neverPolled;
  return inserted(words.consumerPolled({ at: slot(0) }), <Time at={lastPolledAt} />);
}

interface DeleteConsumerProps {
  readonly place: Parameters<typeof useDeleteConsumer>[0];
  readonly words: PollingWords['consumers'];
  readonly onClose: () => void;
}

function DeleteConsumer({ place, words, onClose }: DeleteConsumerProps) {
  const remove = useDeleteConsumer(place);
  return (
    <DeleteByName
      what={words.thing}
      name={place.consumer}
      consequence={words.consequence}
      pending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onDelete={() => whenDone(remove.mutateAsync(), onClose)}
    />
  );
}

interface MoveConsumerProps {
  readonly place: Parameters<typeof useMoveConsumer>[0];
  /** What the form begins with (RFC 3339). */
  readonly from: string;
  readonly words: PollingWords['consumers'];
  readonly onClose: () => void;
}

/** Asks from which time on a consumer reads, and says what that means. */
function MoveConsumer({ place, from, words, onClose }: MoveConsumerProps) {
  const [at, setAt] = useState(() => toLocalMoment(from));
  const move = useMoveConsumer(place);
  const after = fromLocalMoment(at);
  const moveError = move.error?.fieldError('after');
  return (
    <Sheet
      title={words.moveTitle({ name: place.consumer })}
      placement="center"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{words.keep}</Button>
          <Button
            kind="primary"
            isDisabled={after === null || move.isPending}
            onPress={() => after !== null && whenDone(move.mutateAsync(after), onClose)}
          >
            {words.moveAct}
          </Button>
        </>
      }
    >
      <p>{words.moveText}</p>
      <TextField
        label={words.at}
        type="datetime-local"
        value={at}
        onChange={setAt}
        hint={words.zone({ zone: localZone() })}
        error={after === null ? words.noTime : moveError && <Reworded sentence={moveError} />}
      />
      {move.error && !moveError && <FailureNotice title={words.notMoved} cause={move.error} />}
    </Sheet>
  );
}

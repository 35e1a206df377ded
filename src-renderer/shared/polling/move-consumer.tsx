import { useState } from 'react';
import { whenDone } from '../../api/when-done';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import { Sheet } from '../../ui/sheet';
import { TextField } from '../../ui/text-field';
import { fromLocalMoment, localZone, toLocalMoment } from '../local-moment';
import type { PollingWords } from './polling-words';
import { useMoveConsumer } from './use-polling-endpoints';

interface MoveConsumerProps {
  readonly place: Parameters<typeof useMoveConsumer>[0];
  /** What the form begins with (RFC 3339). */
  readonly from: string;
  readonly words: PollingWords['consumers'];
  readonly onClose: () => void;
}

/** Asks from which time on a consumer reads, and says what that means. */
export function MoveConsumer({ place, from, words, onClose }: MoveConsumerProps) {
  const [at, setAt] = useState(() => toLocalMoment(from));
  const move = useMoveConsumer(place);
  const after = fromLocalMoment(at);
  return (
    <Sheet
      title={words.moveTitle(place.consumer)}
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
        hint={words.zone(localZone())}
        error={after === null ? words.noTime : (move.error?.fieldError('after') ?? null)}
      />
      {move.error && !move.error.fieldError('after') && (
        <FailureNotice title={words.notMoved} cause={move.error} />
      )}
    </Sheet>
  );
}

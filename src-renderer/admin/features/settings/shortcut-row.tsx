import { useEffect, useState } from 'react';
import { type CommandId, commandRow } from '../../../../src-main/contract/commands';
import { Button } from '../../../ui/button';
import { Keys } from '../../../ui/keys';
import layout from '../../../ui/layout.module.css';
import styles from '../../parts/settings.module.css';
import { conflictOf, keysOf } from '../../platform/commands/chosen-keys';
import { isSingle, keyNames, onMac } from '../../platform/commands/key-strokes';
import { useKeymap } from '../../platform/commands/keymap';
import { afterPause, NOTHING_YET, type Recording, recordKey } from '../../platform/commands/record-keys';
import { useSingleKeys } from '../../platform/commands/single-keys';

/** One command: shows its keys, records others, removes them, or restores the defaults. */
export function ShortcutRow({ id, label }: { readonly id: CommandId; readonly label: string }) {
  const { chosen, choose, reset } = useKeymap();
  const single = useSingleKeys((state) => state.on);
  const [isRecording, setRecording] = useState(false);
  const [wanted, setWanted] = useState<string | null>(null);
  const keys = keysOf(chosen, id);
  const conflict = wanted === null ? null : conflictOf(chosen, id, wanted);
  const end = (recording: Recording) => {
    setRecording(false);
    if (recording.kind === 'turned-off') choose(id, null);
    if (recording.kind !== 'done') return;
    if (conflictOf(chosen, id, recording.keys) === null) choose(id, recording.keys);
    else setWanted(recording.keys);
  };
  const takeOver = () => {
    // One after another: several may conflict with `G`.
    for (let other = conflict; wanted !== null && other !== null; ) {
      choose(other, null);
      other = conflictOf(useKeymap.getState().chosen, id, wanted);
    }
    choose(id, wanted);
    setWanted(null);
  };
  return (
    <li data-command={id}>
      <span className={styles.grow}>
        {label}
        {keys !== null && !single && isSingle(keys) && (
          <span className={layout.metaWrapping}>turned off</span>
        )}
        {chosen[id] !== undefined && (
          <span className={layout.metaWrapping}>
            Changed from the default {describeKeys(commandRow(id).keys)}
          </span>
        )}
        {wanted !== null && conflict !== null && (
          <span className={`${layout.below1} ${layout.small}`} role="alert">
            {describeKeys(wanted)} {keysOf(chosen, conflict) === wanted ? 'is used by' : 'conflicts with'} “
            {commandRow(conflict).label}” ({describeKeys(keysOf(chosen, conflict))}). That command would then
            have no keys.
          </span>
        )}
      </span>
      {isRecording ? (
        <Recorder onEnd={end} />
      ) : wanted !== null && conflict !== null ? (
        <span className={layout.pair}>
          <Button size="small" autoFocus onPress={() => setWanted(null)}>
            Cancel
          </Button>
          <Button size="small" onPress={takeOver}>
            Reassign
          </Button>
        </span>
      ) : (
        <>
          {keys === null ? (
            <span className={layout.metaWrapping}>no keys</span>
          ) : (
            <Keys names={keyNames(keys, onMac())} />
          )}
          <span className={layout.pair}>
            <Button
              size="small"
              kind="quiet"
              aria-label={`Change the keys of ${label}`}
              onPress={() => setRecording(true)}
            >
              Change
            </Button>
            {keys !== null && (
              <Button
                size="small"
                kind="quiet"
                aria-label={`Turn off the keys of ${label}`}
                onPress={() => choose(id, null)}
              >
                Turn off
              </Button>
            )}
            {chosen[id] !== undefined && (
              <Button
                size="small"
                kind="quiet"
                aria-label={`Reset the keys of ${label}`}
                onPress={() => reset(id)}
              >
                Reset
              </Button>
            )}
          </span>
        </>
      )}
    </li>
  );
}

const TICK_MS = 100;

/** Listens to the keyboard until new keys are complete. Meanwhile no key does anything else. */
function Recorder({ onEnd }: { readonly onEnd: (recording: Recording) => void }) {
  const [state, setState] = useState<Recording>(NOTHING_YET);
  const setGlobal = useKeymap((keymap) => keymap.setRecording);
  useEffect(() => {
    setGlobal(true);
    return () => setGlobal(false);
  }, [setGlobal]);
  useEffect(() => {
    if (state.kind === 'done' || state.kind === 'turned-off' || state.kind === 'canceled') {
      onEnd(state);
      return;
    }
    const onKey = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
      setState(recordKey(state, event, onMac(), performance.now()));
    };
    const timer = setInterval(() => setState(afterPause(state, performance.now())), TICK_MS);
    addEventListener('keydown', onKey, { capture: true });
    return () => {
      clearInterval(timer);
      removeEventListener('keydown', onKey, { capture: true });
    };
  }, [state, onEnd]);
  return (
    <span className={`${layout.rowAligned} ${layout.rounded} ${styles.recorder}`} role="status">
      {state.kind === 'maybe-more' ? (
        <>
          <Keys names={keyNames(state.keys, onMac())} /> pressed. Press the next key, or Enter to finish.
        </>
      ) : (
        <>
          {state.kind === 'waiting' && state.refused ? `${state.refused} ` : ''}Press the new keys. Esc
          cancels, Backspace turns the keys off.
        </>
      )}
    </span>
  );
}

function describeKeys(keys: string | null): string {
  return keys === null ? 'none' : keyNames(keys, onMac()).join(' ');
}

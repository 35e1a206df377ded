import { useState } from 'react';
import { Link } from 'react-router';
import type { FlagReleaseOut } from '../../../../src-server/contract/flag-release';
import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { FlagChip } from '../../../ui/flag-chip';
import layout from '../../../ui/layout.module.css';
import type { Need } from '../../../ui/needs/needs';
import { Time } from '../../../ui/time';
import { toast } from '../../../ui/toast-store';
import { type ReleaseAct, useReleaseAct } from '../../data/releases/use-releases';
import { useServedEventTypes } from '../../data/use-catalog';
import { ConfirmPair } from '../../parts/confirm-pair';
import { releaseSentence } from '../../parts/releases/release-effect';
import styles from '../../parts/settings.module.css';
import { counted } from '../../parts/traffic/format-amount';
import { useTo } from '../../platform/instance';

/** The first names of a release, as links. */
const NAMES_SHOWN = 5;

interface ActWords {
  readonly act: ReleaseAct;
  readonly needs: Need;
  readonly word: string;
  readonly confirm: (flag: string) => string;
  readonly consequence: string;
  readonly done: (flag: string) => string;
}

const RUN: ActWords = {
  act: 'run',
  needs: 'POST /flag-releases/{release}/run',
  word: 'Release now',
  confirm: (flag) => `Release ${flag} now`,
  consequence: 'Portals change at once, the public catalog within seconds.',
  done: (flag) => `Released ${flag}`,
};
const CANCEL: ActWords = {
  act: 'cancel',
  needs: 'DELETE /flag-releases/{release}',
  word: 'Cancel release',
  confirm: (flag) => `Cancel release of ${flag}`,
  consequence: 'The flag stays on its event types. The canceled release stays in the list.',
  done: (flag) => `Canceled the release of ${flag}`,
};
const UNDO: ActWords = {
  act: 'undo',
  needs: 'POST /flag-releases/{release}/undo',
  word: 'Undo release',
  confirm: (flag) => `Undo release of ${flag}`,
  consequence:
    'The flag is put back on event types whose flags have not changed since. Customers without it no longer see them.',
  done: (flag) => `Undid the release of ${flag}`,
};

interface ReleaseRowProps {
  readonly release: FlagReleaseOut;
  readonly onChange: () => void;
}

/** A release: its flag and time, what it does or did, and what can be done with it. */
export function ReleaseRow({ release, onChange }: ReleaseRowProps) {
  const { id, flag, note, state } = release;
  const [asking, setAsking] = useState<ActWords | null>(null);
  const act = useReleaseAct(id);
  const offered = { planned: [RUN, CANCEL], done: [UNDO], cancelled: [], undone: [] }[state];
  const confirm = ({ act: name, done }: ActWords) =>
    whenDone(act.mutateAsync(name), () => {
      setAsking(null);
      toast(done(flag));
    });
  return (
    <li>
      <span className={styles.grow}>
        <span className={styles.name}>
          <FlagChip flag={flag} />
          <When release={release} />
        </span>
        <span className={layout.metaWrapping}>
          {state === 'planned' ? <Plan release={release} /> : <Outcome release={release} />}
        </span>
        {note && <span className={layout.metaWrapping}>{note}</span>}
        {asking && (
          <span className={`${layout.below1} ${layout.small}`} role="status">
            {asking.consequence}
          </span>
        )}
      </span>
      {asking ? (
        <ConfirmPair
          confirm={asking.confirm(flag)}
          keep="Back"
          isPending={act.isPending}
          onKeep={() => setAsking(null)}
          onConfirm={() => confirm(asking)}
        />
      ) : (
        <span className={layout.row}>
          {state === 'planned' && (
            <Button
              size="small"
              kind="quiet"
              aria-label={`Change the release of ${flag}`}
              needs="PATCH /flag-releases/{release}"
              onPress={onChange}
            >
              Change
            </Button>
          )}
          {offered.map((words) => (
            <Button
              key={words.act}
              size="small"
              kind="quiet"
              aria-label={`${words.word}: ${flag}`}
              needs={words.needs}
              onPress={() => {
                act.reset();
                setAsking(words);
              }}
            >
              {words.word}
            </Button>
          ))}
        </span>
      )}
      {act.error && <FailureNotice title="The release was not changed" cause={act.error} />}
    </li>
  );
}

/** What stands before the time of a past release. */
const STATE_WORDS = {
  done: 'Done',
  cancelled: 'Canceled, was planned for',
  undone: 'Undone, was done',
} as const;

function When({ release: { state, at, doneAt } }: Pick<ReleaseRowProps, 'release'>) {
  if (state === 'planned') {
    return (
      <span>
        <Time at={at} as="since" /> (<Time at={at} as="ahead" />)
      </span>
    );
  }
  return (
    <span>
      {STATE_WORDS[state]} <Time at={doneAt ?? at} as="since" />
    </span>
  );
}

/** What it would do now: until then, the catalog may change. */
function Plan({ release }: Pick<ReleaseRowProps, 'release'>) {
  const types = useServedEventTypes();
  const { eventTypes } = release;
  return (
    <>
      {eventTypes && `Only ${eventTypes.slice(0, NAMES_SHOWN).join(', ')}${more(eventTypes)}. `}
      {types.data && releaseSentence(types.data, release)}
    </>
  );
}

function Outcome({ release: { released } }: Pick<ReleaseRowProps, 'release'>) {
  const to = useTo();
  if (released === null) return null;
  return (
    <>
      {released.length === 0 ? 'No event type had the flag' : `${counted(released.length, 'event type')}: `}
      {released.slice(0, NAMES_SHOWN).map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <Link to={to('catalog', name)}>{name}</Link>
        </span>
      ))}
      {more(released)}
    </>
  );
}

function more(names: readonly string[]): string {
  return names.length > NAMES_SHOWN ? ` and ${(names.length - NAMES_SHOWN).toLocaleString('en')} more` : '';
}

import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { DialogTrigger, Popover, Button as Trigger } from 'react-aria-components';
import { localTime } from '../../../../src-server/contract/local-time';
import { fromLocalMoment, toLocalMoment } from '../../../shared/local-moment';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { FlagChip } from '../../../ui/flag-chip';
import layout from '../../../ui/layout.module.css';
import listStyles from '../../../ui/list-box.module.css';
import { TextField } from '../../../ui/text-field';
import { useReleases } from '../../data/releases/use-releases';
import styles from './preview-bar.module.css';
import { SnapshotNames } from './snapshot-names';

interface DateChoiceProps {
  /** RFC 3339. Null: now. */
  readonly at: string | null;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** The time at which the catalog is shown: now, that of a planned release, or any other. */
export function DateChoice({ at, onChange }: DateChoiceProps) {
  const planned = useReleases().data?.planned ?? [];
  const label = at === null ? 'Now' : localTime(Date.parse(at), Date.now());
  const [isOpen, setOpen] = useState(false);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Trigger
        className={classNames(layout.inlineLineClose, layout.hovered, styles.trigger)}
        aria-label={`As of ${label}, time of the catalog`}
      >
        <span className={`${layout.muted} ${styles.label}`}>As of</span>{' '}
        <span className={`${layout.shrinking} ${layout.label} ${layout.ellipsis}`}>{label}</span>
        <ChevronDown aria-hidden />
      </Trigger>
      <Popover
        aria-label="Time of the catalog"
        className={classNames(listStyles.popover, styles.widths)}
        placement="bottom start"
      >
        <MomentField at={at} onMoment={(moment) => onChange({ at: moment })} />
        {planned.length > 0 && (
          <fieldset
            className={`${layout.stack1} ${layout.top} ${layout.borderless} ${layout.flush} ${layout.marginless}`}
          >
            <legend className={layout.meta}>Planned releases</legend>
            {planned.map((release) => (
              <Button
                key={release.id}
                kind="quiet"
                aria-pressed={release.at === at}
                onPress={() => onChange({ at: release.at })}
              >
                <FlagChip flag={release.flag} /> {localTime(Date.parse(release.at), Date.now())}
              </Button>
            ))}
          </fieldset>
        )}
        <SnapshotNames at={at} onChange={onChange} onLeave={() => setOpen(false)} />
        {at !== null && <Button onPress={() => onChange({ at: '' })}>Back to now</Button>}
      </Popover>
    </DialogTrigger>
  );
}

interface MomentFieldProps {
  readonly at: string | null;
  readonly onMoment: (at: string) => void;
}

/** A field for any time; Enter or its button applies it. */
function MomentField({ at, onMoment }: MomentFieldProps) {
  const shown = at === null ? '' : toLocalMoment(at);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const moment = fromLocalMoment(text);
  const take = () => moment !== null && onMoment(moment);
  return (
    <TextField
      label="Show the catalog at"
      type="datetime-local"
      value={text}
      onChange={setText}
      onKeyDown={(event) => (event.key === 'Enter' ? take() : event.continuePropagation())}
      hint="A past date uses the change history; a future date includes planned releases."
      action={
        <Button isDisabled={moment === null} onPress={take}>
          Show
        </Button>
      }
    />
  );
}

import { X } from 'lucide-react';
import { localTime } from '../../../../src-server/contract/local-time';
import { Button } from '../../../ui/button';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import layout from '../../../ui/layout.module.css';
import { TextField } from '../../../ui/text-field';
import { useInstance } from '../../platform/instance';
import { SNAPSHOT_NAME_MAX, snapshotText, useSnapshots, withSnapshot } from './snapshots';

interface SnapshotNamesProps {
  /** The time shown. Null: now. */
  readonly at: string | null;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
  /** Called when a comparison is shown. */
  readonly onLeave: () => void;
}

/** Names the time that is shown, and leads back to named ones, or compares with them. */
export function SnapshotNames({ at, onChange, onLeave }: SnapshotNamesProps) {
  const { id } = useInstance();
  const { snapshots, keep } = useSnapshots(id);
  const form = useDraft(`${id}/snapshot`, null);
  const [name, setName] = useDrafted(form, 'name', '');
  const take = () => {
    keep(withSnapshot(snapshots, { name, at: at ?? new Date().toISOString() }));
    form.end();
  };
  return (
    <>
      <TextField
        label={at === null ? 'Name a snapshot of now' : 'Name this time'}
        value={name}
        onChange={setName}
        maxLength={SNAPSHOT_NAME_MAX}
        onKeyDown={(event) => (event.key === 'Enter' ? take() : event.continuePropagation())}
        hint="Kept in this browser. Compare with it under Changes."
        action={
          <Button isDisabled={name.trim() === ''} onPress={take}>
            Keep
          </Button>
        }
      />
      {snapshots.length > 0 && (
        <ul className={layout.stack1} aria-label="Snapshots">
          {snapshots.map((snapshot) => (
            <li key={snapshot.name} className={layout.line1}>
              <span className={`${layout.rest} ${layout.cut}`} title={snapshot.name}>
                {snapshot.name}{' '}
                <span className={layout.meta}>{localTime(Date.parse(snapshot.at), Date.now())}</span>
              </span>
              <Button
                size="small"
                kind="quiet"
                aria-label={`Show ${snapshot.name}`}
                onPress={() => onChange({ at: snapshot.at })}
              >
                Show
              </Button>
              <Button
                size="small"
                kind="quiet"
                aria-label={`Compare with ${snapshot.name}`}
                onPress={() => {
                  onChange({ at: '', mode: 'changes', base: snapshotText(snapshot) });
                  onLeave();
                }}
              >
                Compare
              </Button>
              <Button
                size="small"
                kind="quiet"
                icon={<X aria-hidden />}
                aria-label={`Forget ${snapshot.name}`}
                onPress={() => keep(snapshots.filter((other) => other !== snapshot))}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

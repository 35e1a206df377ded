import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import type { FlagReleaseOut } from '../../../../src-server/contract/flag-release';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import layout from '../../../ui/layout.module.css';
import { Unread } from '../../../ui/unread';
import { useReleases } from '../../data/releases/use-releases';
import { useConnection } from '../../data/working-copy/use-connections';
import { PlanRelease } from '../../parts/releases/plan-release';
import styles from '../../parts/settings.module.css';
import { useInstance } from '../../platform/instance';
import { ChangeRelease } from './change-release';
import { ReleaseRow } from './release-row';

/** When feature flags leave their event types: what is planned, and what became of earlier plans. */
export function ReleasesScreen() {
  const releases = useReleases();
  const [open, setOpen] = useState<'plan' | FlagReleaseOut | null>(null);
  const { planned = [], past = [] } = releases.data ?? {};
  const isEmpty = releases.data !== undefined && planned.length + past.length === 0;
  const plan = (
    <Button
      kind="primary"
      icon={<CalendarPlus aria-hidden />}
      needs="POST /flag-releases"
      onPress={() => setOpen('plan')}
    >
      Plan a release
    </Button>
  );
  return (
    <section className={layout.screen} aria-labelledby="releases-title">
      <title>Planned releases · Posthorn</title>
      <header className={layout.screenHead}>
        <h1 className={layout.screenTitle} id="releases-title">
          Planned releases
        </h1>
        <span className={layout.space} />
        {!isEmpty && plan}
      </header>
      <div className={layout.scrollingRest}>
        {isEmpty ? (
          <EmptyState title="No releases yet" actions={plan}>
            <p>
              A release takes a feature flag off its event types at a time that you choose, in one change that
              can be undone. Until then, only customers with the flag see them.
            </p>
          </EmptyState>
        ) : (
          <div className={styles.section}>
            <CopyNote />
            <Unread what="the releases" rows={4} query={releases} />
            {planned.length > 0 && (
              <List id="planned" title="Planned" releases={planned} onChange={setOpen} />
            )}
            {past.length > 0 && <List id="past" title="Past" releases={past} onChange={setOpen} />}
          </div>
        )}
      </div>
      {open === 'plan' && <PlanRelease onClose={() => setOpen(null)} />}
      {open !== null && open !== 'plan' && (
        <ChangeRelease key={open.id} release={open} onClose={() => setOpen(null)} />
      )}
    </section>
  );
}

interface ListProps {
  readonly id: string;
  readonly title: string;
  readonly releases: readonly FlagReleaseOut[];
  readonly onChange: (release: FlagReleaseOut) => void;
}

function List({ id, title, releases, onChange }: ListProps) {
  return (
    <section className={layout.stack2} aria-labelledby={`${id}-releases`}>
      <h2 id={`${id}-releases`}>{title}</h2>
      <ul className={styles.rows}>
        {releases.map((release) => (
          <ReleaseRow key={release.id} release={release} onChange={() => onChange(release)} />
        ))}
      </ul>
    </section>
  );
}

/** A release happens where the event types are delivered from, whatever is edited here. */
function CopyNote() {
  const { id, isCopy } = useInstance();
  const name = useConnection(id)?.name ?? 'the instance';
  if (!isCopy) return null;
  return <p className={layout.lead}>Releases run on {name}, on the event types as they are there.</p>;
}

import { useMemo, useState } from 'react';
import { EmptyState } from '../../../ui/empty-state';
import { LinkButton } from '../../../ui/link-button';
import { PaneHead } from '../../../ui/pane-head';
import { SearchField } from '../../../ui/search-field';
import { Segmented } from '../../../ui/segmented';
import { Unread } from '../../../ui/unread';
import { useChangeSet } from '../../data/use-changes';
import { useEditTimes } from '../../data/working-copy/use-edit-times';
import { useUnsavedNames } from '../../parts/schema-drafts/use-unsaved-names';
import { useInstance, useTo } from '../../platform/instance';
import { ListDetail } from '../../platform/list-detail';
import { useAddressValue } from '../../platform/use-address-value';
import { ChangeDetail } from './change-detail';
import { inReviewOrder, listedChanges, visibilityOf } from './change-facts';
import { ChangeFiles } from './change-files';
import { ChangeNote } from './change-note';
import { ChangeRows } from './change-rows';
import { ChangesOverview } from './changes-overview';
import { SyncSheet } from './sync-sheet';

/** The changes of the working copy, for review and sync. */
export function ChangesScreen() {
  return useInstance().isCopy ? <Changes /> : <EditedDirectly />;
}

function EditedDirectly() {
  const to = useTo();
  return (
    <>
      <h1 className="visually-hidden">Changes</h1>
      <EmptyState
        title="This catalog is edited directly"
        actions={<LinkButton to={to('settings', 'connections')}>Connections</LinkButton>}
      >
        <p>
          Changes are collected here for a connection that is edited in a working copy. Choose that in its
          settings.
        </p>
      </EmptyState>
    </>
  );
}

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'visibility', label: 'Visibility' },
] as const;

const NO_TIMES: ReadonlyMap<string, string> = new Map();

function Changes() {
  const to = useTo();
  const set = useChangeSet();
  const [search, setSearch] = useAddressValue('q', 250);
  const [show, setShow] = useAddressValue('show');
  const [chosen, setChosen] = useAddressValue('type');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  // In the address, so that a link can open it.
  const [sync, setSync] = useAddressValue('sync');
  const times = useEditTimes().data;
  const all = useMemo(() => inReviewOrder(set.data?.changes ?? []), [set.data]);
  const unsaved = useUnsavedNames();
  const rows = useMemo(() => {
    const text = search.toLowerCase();
    return listedChanges(all, unsaved).filter(
      ({ name, change }) =>
        name.toLowerCase().includes(text) &&
        (show !== 'visibility' || (change !== null && visibilityOf(change) !== null)),
    );
  }, [all, unsaved, search, show]);
  const leave = (typeName: string, isLeft: boolean) =>
    setLeft((now) => {
      const next = new Set(now);
      isLeft ? next.add(typeName) : next.delete(typeName);
      return next;
    });
  if (!set.data) return <Unread what="the changes" query={set} />;
  const change = all.find((entry) => entry.name === chosen);
  return (
    <>
      <title>Changes · Posthorn</title>
      <ListDetail
        label="Changes"
        chosen={change !== undefined}
        backTo={to('changes')}
        list={
          <>
            <PaneHead title="Changes" count={all.length} actions={<ChangeFiles count={all.length} />}>
              <SearchField label="Search the changes" value={search} onChange={setSearch} />
              <Segmented
                label="Show"
                value={show === 'visibility' ? 'visibility' : 'all'}
                onChange={(next) => setShow(next === 'all' ? '' : next)}
                options={SHOWN}
              />
              <ChangeNote />
            </PaneHead>
            <ChangeRows
              rows={rows}
              chosen={chosen}
              left={left}
              times={times ?? NO_TIMES}
              onChoose={setChosen}
              onLeave={leave}
            />
          </>
        }
        detail={
          change ? (
            <ChangeDetail key={change.name} change={change} onGone={() => setChosen('')} />
          ) : (
            <ChangesOverview changes={all} onChoose={setChosen} />
          )
        }
      />
      {sync !== '' && (
        <SyncSheet
          act={sync === 'pull' ? 'pull' : 'push'}
          changes={all}
          left={left}
          onLeave={leave}
          onClose={() => setSync('')}
        />
      )}
    </>
  );
}

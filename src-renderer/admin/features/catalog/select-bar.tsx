import { Archive, ArchiveRestore, Download, Eye, Flag, Globe, Trash2, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Menu, MenuTrigger, Popover } from 'react-aria-components';
import { useNavigate } from 'react-router';
import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import listStyles from '../../../ui/list-box.module.css';
import { MenuAct } from '../../../ui/needs/menu-act';
import { useCommand } from '../../platform/commands/command-store';
import { useInstance, useTo } from '../../platform/instance';
import { useWhenMay } from '../../platform/use-when-may';
import type { BulkAct } from './bulk-acts';
import { BulkSheet } from './bulk-sheet';
import styles from './catalog-screen.module.css';
import { exportCsv, exportJson } from './files/export-event-types';
import type { SearchHit } from './search-event-types';
import type { Selection } from './use-selection';

interface SelectBarProps {
  readonly types: readonly ListedEventType[];
  /** What the list shows now. */
  readonly hits: readonly SearchHit[];
  readonly selection: Selection;
}

/** Actions on the selected event types. */
export function SelectBar({ types, hits, selection }: SelectBarProps) {
  const { catalog, isCopy, isProtected } = useInstance();
  const isOneByOne = isProtected && !isCopy;
  const to = useTo();
  const navigate = useNavigate();
  const [act, setAct] = useState<BulkAct | null>(null);
  const selected = useMemo(
    () => types.filter(({ name }) => selection.names.has(name)),
    [types, selection.names],
  );
  const none = selected.length === 0;
  const hasFlag = selected.some(({ featureFlags }) => featureFlags?.length);
  const hasCurrent = selected.some(({ archived }) => !archived);
  const hasArchived = selected.some(({ archived }) => archived);
  const when = useWhenMay();
  useCommand('set-flag', none ? null : when('POST /event-type-bulk', () => setAct('flag')));
  const save = (key: string) => (key === 'csv' ? exportCsv(selected) : void exportJson(catalog, selected));
  const preview = () => {
    const query = new URLSearchParams({ mode: 'matrix', rows: 'all' });
    const label = commonStart(selected.map(({ name }) => name));
    if (label) query.set('q', label);
    void navigate(`${to('preview')}?${query}`);
  };
  return (
    <section className={`${layout.stack2} ${layout.ruled} ${styles.bar}`} aria-label="Selected event types">
      <div className={styles.line}>
        <span role="status" className={styles.selectCount}>
          {selected.length.toLocaleString('en')} selected
        </span>
        <Button
          size="small"
          kind="quiet"
          isDisabled={hits.every(({ type }) => selection.names.has(type.name))}
          onPress={() => selection.add(hits.map(({ type }) => type.name))}
        >
          Select all {hits.length.toLocaleString('en')}
        </Button>
        <Button
          size="small"
          kind="quiet"
          icon={<X aria-hidden />}
          aria-label="Stop selecting"
          onPress={selection.end}
        />
      </div>
      <div className={styles.acts}>
        <Button
          size="small"
          icon={<Flag aria-hidden />}
          isDisabled={none}
          needs="POST /event-type-bulk"
          onPress={() => setAct('flag')}
        >
          Set flag
        </Button>
        <Button
          size="small"
          icon={<Globe aria-hidden />}
          isDisabled={!hasFlag}
          needs="POST /event-type-bulk"
          onPress={() => setAct('release')}
        >
          Release to everyone
        </Button>
        {(hasCurrent || none) && (
          <Button
            size="small"
            icon={<Archive aria-hidden />}
            isDisabled={none}
            needs="POST /event-type-bulk"
            onPress={() => setAct('archive')}
          >
            Archive
          </Button>
        )}
        {hasArchived && (
          <Button
            size="small"
            icon={<ArchiveRestore aria-hidden />}
            needs="POST /event-type-bulk"
            onPress={() => setAct('unarchive')}
          >
            Unarchive
          </Button>
        )}
        <ExportSelected isDisabled={none} onExport={save} />
        <Button size="small" icon={<Eye aria-hidden />} isDisabled={none} onPress={preview}>
          Preview
        </Button>
        <Button
          size="small"
          kind="danger"
          icon={<Trash2 aria-hidden />}
          isDisabled={none || isOneByOne}
          needs="POST /event-type-bulk"
          onPress={() => setAct('delete')}
        >
          Delete
        </Button>
      </div>
      {isOneByOne && <p className={layout.meta}>On a protected instance, delete event types one by one.</p>}
      {act && (
        <BulkSheet
          act={act}
          selected={selected}
          onClose={() => setAct(null)}
          onDone={() => {
            setAct(null);
            selection.clear();
          }}
        />
      )}
    </section>
  );
}

interface ExportSelectedProps {
  readonly isDisabled: boolean;
  readonly onExport: (format: string) => void;
}

function ExportSelected({ isDisabled, onExport }: ExportSelectedProps) {
  return (
    <MenuTrigger>
      <Button size="small" icon={<Download aria-hidden />} isDisabled={isDisabled}>
        Export
      </Button>
      <Popover className={classNames(listStyles.popover)} placement="bottom end">
        <Menu
          aria-label="Export"
          className={classNames(listStyles.list)}
          onAction={(key) => onExport(String(key))}
        >
          <MenuAct id="json">As JSON, with schemas</MenuAct>
          <MenuAct id="csv">As CSV, without schemas</MenuAct>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** The common prefix of all names; for one name, the name. */
function commonStart(names: readonly string[]): string {
  const [first = ''] = names;
  let length = first.length;
  for (const name of names) {
    while (!name.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.slice(0, length);
}

import { ChevronRight } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  Button,
  Collection,
  type Key,
  ListLayout,
  Tree,
  TreeItem,
  TreeItemContent,
  Virtualizer,
} from 'react-aria-components';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { EventTypeOut } from '../../../src-server/contract/event-type';
import type { EventTypeGroup } from '../../event-types/group-event-types';
import { classNames } from '../../ui/class-names';
import { FlagChip } from '../../ui/flag-chip';
import { withoutMarks } from '../../ui/inline-markdown';
import { NameLockup } from '../../ui/name-lockup';
import { useRowHeight } from '../frame/appearance';
import { useTo } from '../frame/instance';
import styles from './catalog-tree.module.css';

/** A row; keys of groups begin with a slash, which no name may contain. */
type Row =
  | { readonly id: string; readonly kind: 'group'; readonly word: string; readonly rows: readonly Row[] }
  | { readonly id: string; readonly kind: 'type'; readonly type: EventTypeOut };

export interface CatalogTreeProps {
  readonly groups: readonly EventTypeGroup<EventTypeOut>[];
  /** True while searching: nothing that matches may hide in a folded group. */
  readonly expandAll: boolean;
}

/** The catalog as a tree; only the rows in sight exist, so thousands are fine. */
export function CatalogTree({ groups, expandAll }: CatalogTreeProps) {
  const { name } = useParams();
  const { search } = useLocation();
  const to = useTo();
  const navigate = useNavigate();
  const rowHeight = useRowHeight();
  const [folded, setFolded] = useState<ReadonlySet<Key>>(new Set());
  const rows = useMemo(() => toRows(groups), [groups]);
  const tree = useRef<HTMLDivElement>(null);
  const groupKeys = rows.filter((row) => row.kind === 'group').map((row) => row.id);
  const expanded = groupKeys.filter((key) => expandAll || !folded.has(key));
  // Opened by a link, the chosen row may be far down, and does not exist before it is in sight.
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current || !name || !tree.current) return;
    opened.current = true;
    const element = tree.current;
    const index = visibleKeys(rows, new Set(expanded)).indexOf(name);
    // The tree learns its height in the frame after it was put on the page.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        element.scrollTop = Math.max(0, index * rowHeight - element.clientHeight / 3);
      }),
    );
  });
  const layout = useMemo(() => ({ rowHeight }), [rowHeight]);
  const open = (keys: 'all' | Set<Key>) => {
    const [key] = keys === 'all' ? [] : keys;
    if (key === undefined || String(key).startsWith('/')) return;
    void navigate(to('catalog', String(key)) + search, { replace: name !== undefined });
  };
  return (
    <Virtualizer layout={ListLayout} layoutOptions={layout}>
      <Tree
        ref={tree}
        aria-label="Event types"
        className={classNames(styles.tree)}
        items={rows}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={name ? [name] : []}
        onSelectionChange={open}
        expandedKeys={expanded}
        onExpandedChange={(keys) => setFolded(new Set(groupKeys.filter((key) => !keys.has(key))))}
      >
        {renderRow}
      </Tree>
    </Virtualizer>
  );
}

function renderRow(row: Row) {
  if (row.kind === 'group') {
    return (
      <TreeItem id={row.id} textValue={row.word} className={classNames(styles.row, styles.group)}>
        <TreeItemContent>
          <Button slot="chevron" className={classNames(styles.chevron)}>
            <ChevronRight aria-hidden />
          </Button>
          <span className={styles.word}>{row.word}</span>
          <span className={styles.count}>{row.rows.length}</span>
        </TreeItemContent>
        <Collection items={row.rows}>{renderRow}</Collection>
      </TreeItem>
    );
  }
  const { type } = row;
  return (
    <TreeItem id={row.id} textValue={type.name} className={classNames(styles.row)}>
      <TreeItemContent>
        <span
          className={classNames(styles.name, type.archived && styles.archived)}
          title={withoutMarks(type.description)}
        >
          <NameLockup name={type.name} />
        </span>
        {type.deprecated && <span className={styles.mark}>deprecated</span>}
        {type.featureFlags?.[0] && (
          <span className={styles.flag}>
            <FlagChip flag={type.featureFlags[0]} />
            {type.featureFlags.length > 1 && (
              <span className={styles.mark}>+{type.featureFlags.length - 1}</span>
            )}
          </span>
        )}
      </TreeItemContent>
    </TreeItem>
  );
}

/** Without a single group there is nothing to fold: the rows stand alone. */
function toRows(groups: readonly EventTypeGroup<EventTypeOut>[]): Row[] {
  const [first] = groups;
  if (groups.length === 1 && first?.name === null) return first.eventTypes.map(toRow);
  return groups.map(({ name: group, eventTypes: types }) => ({
    id: `/${group ?? ''}`,
    kind: 'group',
    word: group ?? 'Other',
    rows: types.map(toRow),
  }));
}

/** Keys of the rows that are not in a folded group, from top to bottom. */
function visibleKeys(rows: readonly Row[], expanded: ReadonlySet<Key>): string[] {
  return rows.flatMap((row) =>
    row.kind === 'group' && expanded.has(row.id) ? [row.id, ...row.rows.map(({ id }) => id)] : [row.id],
  );
}

function toRow(type: EventTypeOut): Row {
  return { id: type.name, kind: 'type', type };
}

import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { schemaTree } from '../../src-server/contract/schema-tree';
import { Button } from '../ui/button';
import { SchemaRows } from './schema-rows';
import styles from './schema-view.module.css';
import { moveInTree } from './tree-keys';

export interface SchemaViewProps {
  /** A Draft 7 schema; any JSON value is shown as well as it can be. */
  readonly schema: unknown;
  /** Stands before the path in element ids; needed where two schemas share a page. */
  readonly idPrefix?: string;
  /** Where the link to a field leads; absent: to its element on this page. */
  readonly hrefOf?: (path: string) => string;
  /** A field to open, mark and bring into view; null or absent means none. */
  readonly current?: string | null;
  /** True also shows keywords that Draft 7 does not know; for people who write schemas. */
  readonly showOtherKeywords?: boolean;
}

/**
 * A schema to read: fields as rows, opened to any depth, each with an address. In the tree, arrow keys move,
 * right opens and left closes or goes to the enclosing field.
 */
export function SchemaView({ schema, idPrefix = 'field-', current, ...rest }: SchemaViewProps) {
  const tree = useMemo(() => schemaTree(schema), [schema]);
  const rows = useRef<HTMLDivElement>(null);
  const openTo = (levels: number) => {
    for (const details of rows.current?.querySelectorAll('details') ?? []) {
      details.open = Number(details.dataset.depth) < levels;
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new tree has new elements to find the field in
  useEffect(() => {
    const row = current ? document.getElementById(idPrefix + current) : null;
    if (!row || !rows.current?.contains(row)) return;
    for (let at = row.parentElement; at && at !== rows.current; at = at.parentElement) {
      if (at instanceof HTMLDetailsElement) at.open = true;
    }
    row.dataset.current = 'true';
    row.scrollIntoView({ block: 'center' });
    return () => {
      delete row.dataset.current;
    };
  }, [current, idPrefix, tree]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (rows.current && moveInTree(rows.current, event.target, event.key)) event.preventDefault();
  };
  return (
    <div>
      {tree.depth > 1 && (
        <div className={styles.bar}>
          <Button kind="quiet" size="small" onPress={() => openTo(1)}>
            Collapse all
          </Button>
          {[2, 3]
            .filter((levels) => levels < tree.depth)
            .map((levels) => (
              <Button key={levels} kind="quiet" size="small" onPress={() => openTo(levels)}>
                {levels} levels
              </Button>
            ))}
          <Button kind="quiet" size="small" onPress={() => openTo(Number.POSITIVE_INFINITY)}>
            Expand all
          </Button>
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: adds arrow keys to the summaries inside, which do the rest */}
      <div ref={rows} onKeyDown={onKeyDown}>
        <SchemaRows tree={tree} idOf={(path) => idPrefix + path} openDepth={1} {...rest} />
      </div>
    </div>
  );
}

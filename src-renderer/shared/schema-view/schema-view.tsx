import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { schemaTree } from '../../../src-server/json-schema/schema-tree';
import { Button } from '../../ui/button';
import { inserted, slot } from '../../ui/inserted';
import { type UiLabels, useUiLabels } from '../../ui/ui-labels';
import { anchorOf } from './anchor-of';
import { SchemaRows } from './schema-rows';
import styles from './schema-view.module.css';
import { moveInTree } from './tree-keys';
import { countVendorKeys } from './vendor-keys';
import { withoutRootText } from './without-root-text';

interface SchemaViewProps {
  /** A Draft 7 schema; any other JSON value is shown as well as possible. */
  readonly schema: unknown;
  /** Prefix of the path in element ids; needed where two schemas share a page. */
  readonly idPrefix?: string;
  /** Target of the link to a field; absent: its element on this page. */
  readonly hrefOf?: (path: string) => string;
  /** A field to open, mark and scroll into view; null or absent: none. */
  readonly current?: string | null;
  /** The text above the schema; a root that repeats it has no description of its own. */
  readonly shownText?: string;
  /** True also shows keywords that Draft 7 does not know; for schema authors. */
  readonly showOtherKeywords?: boolean;
}

/** How long the "link copied" message stays, in milliseconds. */
const SAY_MS = 2500;

/**
 * A schema to read: fields as rows, opened to any depth, each with an address that a click copies. Arrow keys move
 * through the tree; Right opens, Left closes or goes to the enclosing field.
 */
export function SchemaView({
  schema,
  idPrefix = 'field-',
  current,
  shownText = '',
  ...rest
}: SchemaViewProps) {
  const tree = useMemo(() => withoutRootText(schemaTree(schema), shownText), [schema, shownText]);
  const rows = useRef<HTMLDivElement>(null);
  const labels = useUiLabels();
  const [showVendorKeys, setShowVendorKeys] = useState(false);
  const vendorKeys = useMemo(
    () => (rest.showOtherKeywords ? countVendorKeys(tree.root) : 0),
    [tree, rest.showOtherKeywords],
  );
  const { announcement, onClick } = useCopiedLink(labels);
  const isLost = useShownField(rows, current ? anchorOf(idPrefix + current) : null, tree);
  const openTo = (levels: number) => {
    for (const details of rows.current?.querySelectorAll<HTMLDetailsElement>('details[data-depth]') ?? []) {
      details.open = Number(details.dataset.depth) < levels;
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (rows.current && moveInTree(rows.current, event.target, event.key)) event.preventDefault();
  };
  return (
    <div>
      {(tree.depth > 1 || vendorKeys > 0 || announcement) && (
        <div className={styles.bar}>
          {tree.depth > 1 && (
            <>
              <Button kind="quiet" size="small" onPress={() => openTo(1)}>
                {labels.schema.collapse}
              </Button>
              {[2, 3]
                .filter((levels) => levels < tree.depth)
                .map((levels) => (
                  <Button key={levels} kind="quiet" size="small" onPress={() => openTo(levels)}>
                    {labels.schema.levels({ levels })}
                  </Button>
                ))}
              <Button kind="quiet" size="small" onPress={() => openTo(Number.POSITIVE_INFINITY)}>
                {labels.schema.expand}
              </Button>
            </>
          )}
          {vendorKeys > 0 && (
            <Button
              kind="quiet"
              size="small"
              aria-expanded={showVendorKeys}
              onPress={() => setShowVendorKeys(!showVendorKeys)}
            >
              {showVendorKeys
                ? labels.schema.hideVendorKeys
                : labels.schema.showVendorKeys({ count: vendorKeys })}
            </Button>
          )}
          <span className={styles.said}>{announcement}</span>
        </div>
      )}
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
      {isLost && (
        <p className={styles.lost} role="status">
          {inserted(labels.schema.lost({ path: slot(0) }), <code>{current}</code>)}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: adds arrow keys and copying to what is inside, which does the rest */}
      <div ref={rows} onKeyDown={onKeyDown} onClick={onClick}>
        <SchemaRows
          tree={tree}
          idOf={(path) => idPrefix + path}
          openDepth={1}
          showVendorKeys={showVendorKeys}
          {...rest}
        />
      </div>
    </div>
  );
}

/**
 * Opens, marks and scrolls to one row.
 * @returns true if there is no such row
 */
function useShownField(
  rows: { readonly current: HTMLElement | null },
  id: string | null,
  tree: unknown,
): boolean {
  const [isLost, setLost] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new tree has new elements to find the field in
  useEffect(() => {
    const row = id === null ? null : document.getElementById(id);
    const found = row !== null && rows.current?.contains(row) === true;
    setLost(id !== null && !found);
    if (!found) return;
    for (let at = row.parentElement; at && at !== rows.current; at = at.parentElement) {
      if (at instanceof HTMLDetailsElement) at.open = true;
    }
    row.dataset.current = 'true';
    row.scrollIntoView({ block: 'center' });
    return () => {
      delete row.dataset.current;
    };
  }, [id, tree]);
  return isLost;
}

/** Following the link of a field goes to it and copies the link. */
function useCopiedLink(labels: UiLabels) {
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (announcement === '') return;
    const timer = setTimeout(() => setAnnouncement(''), SAY_MS);
    return () => clearTimeout(timer);
  }, [announcement]);
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[data-field]') : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    navigator.clipboard?.writeText(link.href).then(
      () => setAnnouncement(labels.schema.linkCopied),
      () => setAnnouncement(labels.copyRefusedThing),
    );
  };
  return { announcement, onClick };
}

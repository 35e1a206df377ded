import { Fragment } from 'react';
import type { SchemaNote } from '../../../src-server/json-schema/schema-labels';
import type { SchemaRow, SchemaTree } from '../../../src-server/json-schema/schema-tree';
import { classNames } from '../../ui/class-names';
import { InlineMarkdown, linksIn } from '../../ui/inline-markdown';
import { joinLines } from '../../ui/join-lines';
import { Reworded } from '../../ui/reworded';
import { useUiLabels } from '../../ui/ui-labels';
import { anchorOf } from './anchor-of';
import { foldValues } from './fold-values';
import styles from './schema-view.module.css';
import { isVendorKey } from './vendor-keys';

interface SchemaRowsProps {
  readonly tree: SchemaTree;
  /** Makes the element id of a row from its path; must be unique on the page. */
  readonly idOf: (path: string) => string;
  /** Target of the link to a row. Absent: its id on this page. */
  readonly hrefOf?: (path: string) => string;
  /** Levels that are open at first; 1 opens none of the fields. */
  readonly openDepth: number;
  /** True also shows keywords that Draft 7 does not know; for schema authors. */
  readonly showOtherKeywords?: boolean;
  /** True shows those of vendors among them, too. */
  readonly showVendorKeys?: boolean;
}

/**
 * The rows of a schema as lists of `<details>`: complete without script. The documentation as static HTML and the
 * interactive viewer share this markup, so that the content of a page never depends on how it was rendered.
 */
export function SchemaRows(props: SchemaRowsProps) {
  const { root } = props.tree;
  return (
    <div className={styles.rows}>
      {hasRootText(root) && (
        <div className={styles.root} id={anchorOf(props.idOf(''))}>
          <RowText row={root} {...props} />
          <MoreValues row={root} />
        </div>
      )}
      <Children of={root} depth={1} {...props} />
    </div>
  );
}

/** The root gets a line only if it is more than "an object". */
function hasRootText(root: SchemaRow): boolean {
  return root.type !== 'object' || root.notes.length > 0 || root.description !== '' || root.deprecated;
}

function Children({ of, depth, ...props }: SchemaRowsProps & { of: SchemaRow; depth: number }) {
  const labels = useUiLabels().schema;
  if (of.children.length === 0 && of.more === 0) return null;
  return (
    <ul className={styles.list}>
      {of.children.map((row) => (
        <li key={row.path} id={anchorOf(props.idOf(row.path))} className={styles.row}>
          <Row row={row} depth={depth} {...props} />
        </li>
      ))}
      {of.more > 0 && <li className={styles.more}>{labels.moreRows({ count: of.more })}</li>}
    </ul>
  );
}

function Row({ row, depth, ...props }: SchemaRowsProps & { row: SchemaRow; depth: number }) {
  const texts = useUiLabels().schema;
  const branch = row.children.length > 0 || row.more > 0;
  const labels = <RowText row={row} isPressed={branch} {...props} />;
  const links = branch ? linksIn(row.description) : [];
  return (
    <>
      {branch ? (
        <details open={depth < props.openDepth} data-depth={depth}>
          <summary className={styles.head}>{labels}</summary>
          {links.length > 0 && (
            <span className={styles.text}>
              <InlineMarkdown text={links.join(', ')} />
            </span>
          )}
          <MoreValues row={row} />
          <Children of={row} depth={depth + 1} {...props} />
        </details>
      ) : (
        // The arrow keys reach it, like the summaries, but the Tab key does not stop at it.
        <>
          <div className={styles.head} tabIndex={-1} data-row>
            {labels}
          </div>
          <MoreValues row={row} />
        </>
      )}
      <a
        className={styles.link}
        href={addressOf(row.path, props)}
        aria-label={texts.linkTo({ path: row.path })}
        data-field={row.path}
      >
        #
      </a>
    </>
  );
}

function addressOf(path: string, { idOf, hrefOf }: Pick<SchemaRowsProps, 'idOf' | 'hrefOf'>): string {
  return hrefOf ? hrefOf(path) : `#${anchorOf(idOf(path))}`;
}

interface RowTextProps extends SchemaRowsProps {
  readonly row: SchemaRow;
  /** True: it opens what is inside, and so contains no link. */
  readonly isPressed?: boolean;
}

function RowText({ row, isPressed = false, showOtherKeywords, showVendorKeys, ...props }: RowTextProps) {
  const labels = useUiLabels().schema;
  const others = showOtherKeywords
    ? row.otherKeywords.filter(({ keyword }) => showVendorKeys || !isVendorKey(keyword))
    : [];
  return (
    <>
      <span className={styles.line}>
        <Label row={row} />
        {(row.kind !== 'root' || row.type !== 'object') && (
          <span className={styles.type}>
            <Reworded sentence={row.type} />
          </span>
        )}{' '}
        {row.definition && row.kind !== 'variant' && !row.sameAs && (
          <>
            <span className={styles.definition} translate="no">
              {row.definition}
            </span>{' '}
          </>
        )}
        {row.required && <span className={styles.required}>{labels.required} </span>}
        {row.deprecated && <span className={styles.deprecated}>{labels.deprecated} </span>}
        {row.sameAs && <SameAs row={row} {...props} />}
      </span>
      {row.description && (
        <span className={styles.text}>
          <InlineMarkdown text={joinLines(row.description)} isLinked={!isPressed} />{' '}
        </span>
      )}
      {row.notes.length > 0 && (
        <span className={styles.notes}>
          {row.notes.map((note) => (
            <Note key={`${note.text} ${note.values.join()}`} note={note} />
          ))}
        </span>
      )}
      {others.length > 0 && (
        <span className={styles.notes}>
          {others.map(({ keyword, value }) => (
            <Note key={keyword} note={{ text: keyword, values: [value], more: 0 }} />
          ))}
        </span>
      )}
    </>
  );
}

function Label({ row }: { row: SchemaRow }) {
  const labels = useUiLabels().schema;
  if (row.kind === 'root') return null;
  if (row.kind === 'property') {
    return (
      <>
        <code className={styles.key} translate="no">
          {row.label === '' ? '""' : row.label}
        </code>{' '}
      </>
    );
  }
  if (row.kind === 'pattern') {
    return (
      <>
        <span className={styles.word}>
          {labels.keysThatMatch} <code>{row.label}</code>
        </span>{' '}
      </>
    );
  }
  return (
    <>
      <span className={styles.word}>
        <Reworded sentence={row.label} />
      </span>{' '}
    </>
  );
}

/** A schema that contains itself is described once; here it is named, with a link to its description. */
function SameAs({ row, ...props }: { row: SchemaRow } & Pick<SchemaRowsProps, 'idOf' | 'hrefOf'>) {
  const labels = useUiLabels().schema;
  if (!row.sameAs) return null;
  const { path, label } = row.sameAs;
  const name = row.definition ?? label;
  return (
    <span className={styles.sameAs}>
      {labels.again}{' '}
      {path === '' ? (
        name
      ) : (
        <a href={addressOf(path, props)} translate="no">
          {name}
        </a>
      )}
      {name !== label && labels.asIn({ label })}
    </span>
  );
}

function Note({ note }: { note: SchemaNote }) {
  const labels = useUiLabels().schema;
  const { shown, folded } = foldValues(note);
  return (
    <span>
      <Reworded sentence={note.text} /> <Values values={shown} />
      {folded.length > 0 ? '…' : note.more > 0 && labels.moreValues({ count: note.more })}{' '}
    </span>
  );
}

/** The values that the notes of a row leave out, to be opened. */
function MoreValues({ row }: { row: SchemaRow }) {
  const labels = useUiLabels().schema;
  return row.notes.map((note) => {
    const { folded } = foldValues(note);
    if (folded.length === 0) return null;
    return (
      <details key={note.text} className={styles.moreValues}>
        <summary>{labels.otherValues({ count: folded.length })}</summary>
        <Values values={folded} />
        {note.more > 0 && labels.moreValues({ count: note.more })}
      </details>
    );
  });
}

function Values({ values }: { values: readonly string[] }) {
  return values.map((value, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same value may stand twice; the list never changes
    <Fragment key={index}>
      <code className={classNames(styles.value)}>{value === '' ? '""' : value}</code>{' '}
    </Fragment>
  ));
}

import type { SchemaNote } from '../../src-server/json-schema/schema-labels';
import type { SchemaRow, SchemaTree } from '../../src-server/json-schema/schema-tree';
import { anchorOf } from '../shared/schema-view/anchor-of';
import { foldValues } from '../shared/schema-view/fold-values';
import styles from '../shared/schema-view/schema-view.module.css';
import { InlineMarkdown, linksIn } from '../ui/inline-markdown';
import { joinLines } from '../ui/join-lines';
import { UI_LABELS } from '../ui/ui-labels';

/*
 * The fields of a schema on a page that many people load: a few bytes and elements a row, so that the schema of a large
 * event fits a page. The sheet tells rows by their elements, since a class for each would be a quarter of the page.
 */

const labels = UI_LABELS.schema;

interface FieldsProps {
  /** With cards. */
  readonly tree: SchemaTree;
  /** What begins each address: the event type, or "" where the page has no other. */
  readonly prefix: string;
}

interface FieldRowsProps extends FieldsProps {
  /** Levels that are open at first; 1 opens none of the fields. */
  readonly openDepth: number;
}

/** The rows of the schema itself, as lists of `<details>`. */
export function FieldRows(props: FieldRowsProps) {
  const { root } = props.tree;
  const hasText =
    root.type !== 'object' || root.notes.length > 0 || root.description !== '' || root.deprecated;
  return (
    <div className={styles.fields} translate="no">
      {hasText && (
        <div id={idIn(props, null, '')}>
          {root.type !== 'object' && root.type}
          <Text row={root} isLinked {...props} />
          <MoreValues notes={root.notes} />
        </div>
      )}
      <Rows of={root} card={null} depth={1} {...props} />
    </div>
  );
}

/** What rows refer to, each with an address of its own. */
export function FieldCards({ heading: Heading, ...props }: FieldsProps & { readonly heading: 'h3' | 'h5' }) {
  return props.tree.cards.map((card, index) => (
    <section key={card.name} id={cardId(props, index)} className={styles.card}>
      <Heading translate="no">{card.name}</Heading>
      <div className={styles.fields} translate="no">
        <Rows of={card} card={index} depth={1} openDepth={1} {...props} />
      </div>
    </section>
  ));
}

interface RowsProps extends FieldRowsProps {
  readonly of: Pick<SchemaRow, 'children' | 'more'>;
  /** The card that they stand on. Null: none. */
  readonly card: number | null;
  readonly depth: number;
}

function Rows({ of, depth, card, ...props }: RowsProps) {
  if (of.children.length === 0 && of.more === 0) return null;
  return (
    <ul>
      {of.children.map((row) => {
        const id = idIn(props, card, row.path);
        return (
          <li key={row.path} id={id}>
            {row.children.length > 0 || row.more > 0 ? (
              <>
                <Branch row={row} card={card} depth={depth} {...props} />
                <a href={`#${id}`} aria-label={labels.linkTo({ path: row.path })}>
                  #
                </a>
              </>
            ) : (
              <>
                <Label row={row} href={`#${id}`} /> <Text row={row} isLinked {...props} />
                <MoreValues notes={row.notes} />
              </>
            )}
          </li>
        );
      })}
      {of.more > 0 && <li>{labels.moreRows({ count: of.more })}</li>}
    </ul>
  );
}

/** What is pressed to open it contains no link: those of its text, and its own address, are beside it. */
function Branch({ row, depth, ...props }: Omit<RowsProps, 'of'> & { readonly row: SchemaRow }) {
  const links = linksIn(row.description);
  return (
    <details open={depth < props.openDepth}>
      <summary>
        <Label row={row} href={null} /> <Text row={row} isLinked={false} {...props} />
      </summary>
      {links.length > 0 && (
        <span>
          <InlineMarkdown text={links.join(', ')} />
        </span>
      )}
      <MoreValues notes={row.notes} />
      <Rows of={row} depth={depth + 1} {...props} />
    </details>
  );
}

/** @param href the address of the row. Null: its label is not a link */
function Label({ row: { kind, label }, href }: { row: SchemaRow; href: string | null }) {
  if (kind !== 'property') {
    const text = kind === 'pattern' ? `${labels.keysThatMatch} ${label}` : label;
    return href === null ? <dfn>{text}</dfn> : <a href={href}>{text}</a>;
  }
  const key = label === '' ? '""' : label;
  return href === null ? <dfn>{key}</dfn> : <a href={href}>{key}</a>;
}

interface TextProps extends FieldsProps {
  readonly row: SchemaRow;
  readonly isLinked: boolean;
}

function Text({ row, isLinked, ...props }: TextProps) {
  const { definition, kind, card, sameAs } = row;
  return (
    <>
      {kind !== 'root' && row.type}
      {definition && card === null && kind !== 'variant' && !sameAs && (
        <>
          {' '}
          <i>{definition}</i>
        </>
      )}
      {row.required && (
        <>
          {' '}
          <b>{labels.required}</b>
        </>
      )}
      {row.deprecated && (
        <>
          {' '}
          <small>{labels.deprecated}</small>
        </>
      )}
      {card !== null && <Card index={card} {...props} />}
      {sameAs && <SameAs row={row} {...props} />}
      {row.notes.map((note) => (
        <Note key={`${note.text} ${note.values.join()}`} note={note} />
      ))}
      {row.description && (
        <span translate="yes">
          <InlineMarkdown text={joinLines(row.description)} isLinked={isLinked} />
        </span>
      )}
    </>
  );
}

/** A row whose fields stand on a card has none of its own, so it is not pressed, and this may be a link. */
function Card({ index, ...props }: FieldsProps & { readonly index: number }) {
  return (
    <>
      {', '}
      <a href={`#${cardId(props, index)}`}>{props.tree.cards[index]?.name}</a>, see below
    </>
  );
}

/** A schema that contains itself is described once; here it is named, with a link to its description. */
function SameAs({ row: { sameAs, definition }, ...props }: FieldsProps & { readonly row: SchemaRow }) {
  if (!sameAs) return null;
  const shown = definition ?? sameAs.label;
  return (
    <>
      {' '}
      {labels.again}{' '}
      {sameAs.path === '' ? (
        shown
      ) : (
        <a href={`#${idIn(props, cardOf(props.tree, sameAs.path), sameAs.path)}`}>{shown}</a>
      )}
      {shown !== sameAs.label && labels.asIn({ label: sameAs.label })}
    </>
  );
}

function Note({ note }: { note: SchemaNote }) {
  const { shown, folded } = foldValues(note);
  return (
    <>
      {' · '}
      {note.text} {note.values.length > 1 ? <Values values={shown} /> : note.values[0]}
      {folded.length > 0 ? '…' : note.more > 0 && labels.moreValues({ count: note.more })}
    </>
  );
}

/** The values that the notes of a row leave out, to be opened. */
function MoreValues({ notes }: { notes: readonly SchemaNote[] }) {
  return notes.map((note) => {
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

/** One element for all of them. Commas tell them apart, and lines break between them. */
function Values({ values }: { values: readonly string[] }) {
  return <code>{values.map((value) => (value === '' ? '""' : value)).join(', ')}</code>;
}

/** The address of a row: after that of the schema, or of the card that it stands on. */
function idIn(props: FieldsProps, card: number | null, path: string): string {
  if (card === null) return anchorOf(`${props.prefix}:${path}`);
  return cardId(props, card) + anchorOf(path.slice(props.tree.cards[card]?.path.length));
}

/** No path begins with this sign: anchors spell it differently. */
function cardId({ tree, prefix }: FieldsProps, card: number): string {
  return `${anchorOf(prefix)}:~${anchorOf(tree.cards[card]?.name ?? '')}`;
}

/** The card that this row stands on: the innermost one that its path is within. */
function cardOf({ cards }: SchemaTree, path: string): number | null {
  let found: number | null = null;
  for (const [index, card] of cards.entries()) {
    const isWithin = path.startsWith(card.path) && /^[.[(]/.test(path.slice(card.path.length));
    if (isWithin && card.path.length >= (found === null ? 0 : (cards[found]?.path.length ?? 0)))
      found = index;
  }
  return found;
}

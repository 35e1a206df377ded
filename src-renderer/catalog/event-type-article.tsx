import { useMemo } from 'react';
import { FIRST_PAGE, type PublicEventType, TYPES_FILES } from '../../src-server/contract/public-catalog';
import { parseOrdered, stringifyOrdered } from '../../src-server/json-schema/ordered-json';
import { schemaTree } from '../../src-server/json-schema/schema-tree';
import { openDepthOf } from '../shared/schema-view/open-depth';
import { withoutRootText } from '../shared/schema-view/without-root-text';
import shell from '../shared/static-page/static-page.module.css';
import { BlockMarkdown } from '../ui/block-markdown';
import { classNames } from '../ui/class-names';
import { ExampleBlock, plainTokens } from '../ui/example-block';
import { NameLockup } from '../ui/name-lockup';
import { Day } from './day';
import { FieldCards, FieldRows } from './field-rows';
import styles from './public-catalog.module.css';
import { TYPES_ATTRIBUTE } from './start-types';
import { VERIFY_ID, VerifyCode } from './verify-section';
import { Views } from './views';

/** An element for each token of a longer example would be most of the page. */
const COLORED_MAX_LENGTH = 6_000;
/** All examples of a page together, in characters; the first one is always there. */
const EXAMPLES_MAX_LENGTH = 60_000;

/** The longest schema that stands on a page of its own, and on one with others. */
const SCHEMA_MAX_LENGTH = 12_000;
const SCHEMA_BESIDE_MAX_LENGTH = 3_000;
/** A page with a longer schema is long enough without code. */
const ROOM_FOR_CODE = 20_000;

interface EventTypeArticleProps {
  readonly eventType: PublicEventType;
  /** The level of the heading on this page. */
  readonly heading: 'h1' | 'h3';
  readonly hrefOf: (name: string) => string;
  /** Path from the page to the folder of the first page: "" or "../". */
  readonly toRoot: string;
}

/** One event type: name, description, fields and example; each field has its own address. */
export function EventTypeArticle({ eventType, heading: Heading, hrefOf, toRoot }: EventTypeArticleProps) {
  const { name, description, deprecated, schema, example, updatedAt, variants, hasOwnExample } = eventType;
  const json = exampleText(example);
  const tree = useMemo(
    () =>
      schema === null
        ? null
        : withoutRootText(schemaTree(parseOrdered(schema), { withCards: true }), description),
    [schema, description],
  );
  const more = fitting(variants.slice(hasOwnExample ? 0 : 1), EXAMPLES_MAX_LENGTH - (json?.length ?? 0));
  const isAlone = Heading === 'h1';
  const views = [
    ...(json === null
      ? []
      : [
          {
            title: `Example${!hasOwnExample && variants[0] ? `: ${variants[0].name}` : ''}`,
            content: <Examples name={name} text={json} more={more} />,
          },
        ]),
    ...(schema === null
      ? []
      : [
          { title: 'Schema', content: <Schema {...{ name, schema, toRoot, isAlone }} /> },
          { title: 'TypeScript', content: <Types {...{ name, toRoot }} /> },
        ]),
    {
      title: 'Code',
      content: <Code hasRoom={isAlone && (schema?.length ?? 0) <= ROOM_FOR_CODE} {...{ toRoot, isAlone }} />,
    },
  ];
  const fields = { prefix: isAlone ? '' : name };
  const Part = isAlone ? 'h2' : 'h4';
  return (
    <article id={name} className={styles.article}>
      <header className={styles.articleHead}>
        <Heading className={styles.name}>
          <a href={`#${name}`} className={shell.nameLink}>
            <NameLockup name={name} size="title" />
          </a>
        </Heading>
        {deprecated && <span className={styles.deprecated}>deprecated</span>}
        <LastChange at={updatedAt} />
      </header>
      {deprecated && <Deprecation eventType={eventType} hrefOf={hrefOf} />}
      {description && (
        <div className={styles.intro}>
          <BlockMarkdown text={description} topHeading={Heading === 'h1' ? 2 : 4} />
        </div>
      )}
      <div className={classNames(shell.columns, styles.columns)}>
        <section className={styles.fields}>
          <Part className={shell.part}>Fields</Part>
          {tree === null ? (
            <p className={styles.quiet}>This event has no schema.</p>
          ) : (
            <FieldRows {...fields} tree={tree} openDepth={openDepthOf(tree)} />
          )}
        </section>
        <section className={styles.example}>
          <Views group={`~views:${name}`} views={views} />
        </section>
      </div>
      {tree !== null && tree.cards.length > 0 && (
        <section className={styles.definitions}>
          <Part className={shell.part}>Objects</Part>
          <FieldCards {...fields} tree={tree} heading={Heading === 'h1' ? 'h3' : 'h5'} />
        </section>
      )}
    </article>
  );
}

/** What deprecation means to whoever receives it: since when, until when, and what to use instead. */
function Deprecation({ eventType, hrefOf }: Pick<EventTypeArticleProps, 'eventType' | 'hrefOf'>) {
  const { deprecatedAt, sunsetAt, replacedBy } = eventType;
  return (
    <p className={styles.deprecated}>
      Do not use it for anything new.
      {deprecatedAt !== null && (
        <>
          {' '}
          Deprecated since <Day at={deprecatedAt} />.
        </>
      )}
      {sunsetAt !== null && (
        <>
          {' '}
          Supported until <Day at={sunsetAt} />.
        </>
      )}
      {replacedBy !== null && (
        <>
          {' '}
          Use <a href={hrefOf(replacedBy)}>{replacedBy}</a> instead.
        </>
      )}
    </p>
  );
}

interface ExamplesProps {
  readonly name: string;
  readonly text: string;
  readonly more: readonly { readonly name: string; readonly text: string }[];
}

function Examples({ name, text, more }: ExamplesProps) {
  return (
    <>
      <Example text={text} name={name} />
      {more.map((variant) => (
        <details key={variant.name} className={styles.variant}>
          <summary>Example: {variant.name}</summary>
          <Example text={variant.text} name={`${name}, ${variant.name}`} />
        </details>
      ))}
    </>
  );
}

interface SchemaProps extends Pick<EventTypeArticleProps, 'toRoot'> {
  readonly name: string;
  readonly schema: string;
  readonly isAlone: boolean;
}

/** The JSON Schema to copy; a long one is in the file of all. */
function Schema({ name, schema, toRoot, isAlone }: SchemaProps) {
  const longest = isAlone ? SCHEMA_MAX_LENGTH : SCHEMA_BESIDE_MAX_LENGTH;
  // It has no white space between tokens: printed, it is only longer.
  const text = schema.length > longest ? null : exampleText(schema);
  if (text !== null && text.length <= longest)
    return <ExampleBlock text={text} name={name} label={`Schema of ${name}`} tokens={plainTokens(text)} />;
  return (
    <p className={styles.quiet}>
      Too long to show here. It is in{' '}
      <a href={toRoot + TYPES_FILES['json-schema']}>the JSON Schemas of all event types</a>.
    </p>
  );
}

/** Its declarations, once the script has read the file of all. */
function Types({ name, toRoot }: Pick<SchemaProps, 'name' | 'toRoot'>) {
  return (
    <p className={styles.quiet}>
      <a href={toRoot + TYPES_FILES.typescript} {...{ [TYPES_ATTRIBUTE]: name }}>
        The types of all event types
      </a>{' '}
      have it.
    </p>
  );
}

interface CodeProps extends Pick<SchemaProps, 'toRoot' | 'isAlone'> {
  readonly hasRoom: boolean;
}

/** How a receiver verifies and reads it; the first page has that, too. */
function Code({ hasRoom, toRoot, isAlone }: CodeProps) {
  if (hasRoom) return <VerifyCode isPlain />;
  const firstPage = isAlone ? toRoot + FIRST_PAGE : '';
  return <a href={`${firstPage}#${VERIFY_ID}`}>Verify and read a message, in ten languages</a>;
}

/** The first of the variants, as far as there is room; they open without a script. */
function fitting(variants: PublicEventType['variants'], room: number) {
  const shown: { readonly name: string; readonly text: string }[] = [];
  let left = room;
  for (const { name, example } of variants) {
    const text = exampleText(example);
    left -= text?.length ?? 0;
    if (left < 0) break;
    if (text !== null) shown.push({ name, text });
  }
  return shown;
}

function Example({ text, name }: { readonly text: string; readonly name: string }) {
  const isLong = text.length > COLORED_MAX_LENGTH;
  return <ExampleBlock text={text} name={name} {...(isLong ? { tokens: plainTokens(text) } : {})} />;
}

function LastChange({ at }: { at: string }) {
  if (Number.isNaN(Date.parse(at))) return null;
  return (
    <p className={styles.changed}>
      Last changed <Day at={at} />
    </p>
  );
}

/** The example as indented JSON; null if there is none, or if it is nested too deeply to be printed. */
function exampleText(example: string | null): string | null {
  if (example === null) return null;
  try {
    return stringifyOrdered(parseOrdered(example), 2);
  } catch {
    return null;
  }
}

import { useMemo } from 'react';
import type { PublicEventType } from '../../src-server/contract/public-catalog';
import { parseOrdered, stringifyOrdered } from '../../src-server/json-schema/ordered-json';
import { schemaTree } from '../../src-server/json-schema/schema-tree';
import { openDepthOf } from '../shared/schema-view/open-depth';
import { SchemaRows } from '../shared/schema-view/schema-rows';
import { withoutRootText } from '../shared/schema-view/without-root-text';
import shell from '../shared/static-page/static-page.module.css';
import { BlockMarkdown } from '../ui/block-markdown';
import { ExampleBlock } from '../ui/example-block';
import { NameLockup } from '../ui/name-lockup';
import styles from './public-catalog.module.css';

interface EventTypeArticleProps {
  readonly eventType: PublicEventType;
  /** The level of the heading on this page. */
  readonly heading: 'h1' | 'h3';
}

/** One event type: name, description, fields and example; each field has its own address. */
export function EventTypeArticle({ eventType, heading: Heading }: EventTypeArticleProps) {
  const { name, description, deprecated, schema, example, updatedAt, variants, hasOwnExample } = eventType;
  const json = exampleText(example);
  const Part = Heading === 'h1' ? 'h2' : 'h4';
  return (
    <article id={name} className={styles.article}>
      <header className={styles.articleHead}>
        <Heading className={styles.name}>
          <a href={`#${name}`} className={styles.nameLink}>
            <NameLockup name={name} size="title" />
          </a>
        </Heading>
        {deprecated && <span className={styles.deprecated}>deprecated</span>}
        <LastChange at={updatedAt} />
      </header>
      {description && (
        <div className={styles.intro}>
          <BlockMarkdown text={description} topHeading={Heading === 'h1' ? 2 : 4} />
        </div>
      )}
      <div className={styles.columns}>
        <section className={styles.fields}>
          <Part className={shell.part}>Fields</Part>
          {schema === null ? (
            <p className={styles.quiet}>This event has no schema.</p>
          ) : (
            <Fields name={name} schema={schema} shownText={description} />
          )}
        </section>
        {json !== null && (
          <section className={styles.example}>
            <Part className={shell.part}>
              Example{!hasOwnExample && variants[0] ? `: ${variants[0].name}` : ''}
            </Part>
            <ExampleBlock text={json} name={name} />
            {variants.slice(hasOwnExample ? 0 : 1).map((variant) => (
              <Variant key={variant.name} eventType={name} {...variant} />
            ))}
          </section>
        )}
      </div>
    </article>
  );
}

/** Another variant of the event, which opens without a script. */
function Variant({ eventType, name, example }: { eventType: string; name: string; example: string }) {
  const json = exampleText(example);
  if (json === null) return null;
  return (
    <details className={styles.variant}>
      <summary>Example: {name}</summary>
      <ExampleBlock text={json} name={`${eventType}, ${name}`} />
    </details>
  );
}

function Fields({ name, schema, shownText }: { name: string; schema: string; shownText: string }) {
  const tree = useMemo(
    () => withoutRootText(schemaTree(parseOrdered(schema)), shownText),
    [schema, shownText],
  );
  return <SchemaRows tree={tree} idOf={(path) => `${name}:${path}`} openDepth={openDepthOf(tree)} />;
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

function LastChange({ at }: { at: string }) {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return null;
  return (
    <p className={styles.changed}>
      Last changed <time dateTime={at}>{dates.format(moment)}</time>
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

import type { EventTypeOut } from '../../../src-server/contract/event-type';
import { SchemaView } from '../../schema-view/schema-view';
import { CodeBlock } from '../../ui/code-block';
import { FailureNotice } from '../../ui/failure-notice';
import { Skeleton } from '../../ui/skeleton';
import styles from './schema-and-example.module.css';
import { schemaOf, useExample } from './use-catalog';

/** What a message of this type holds: the schema on the left, one example on the right. */
export function SchemaAndExample({ type }: { readonly type: EventTypeOut }) {
  const schema = schemaOf(type);
  if (schema === null) {
    return (
      <section className={styles.none}>
        <h3>No schema</h3>
        <p>
          Any JSON object can be sent as this event type. A schema tells customers what to expect; add one
          with Edit, or by importing an OpenAPI document.
        </p>
      </section>
    );
  }
  return (
    <div className={styles.columns}>
      <section className={styles.schema} aria-labelledby="schema-title">
        <h3 id="schema-title" className={styles.title}>
          Schema
          <span className={styles.aside}>informs customers, not enforced when sending</span>
        </h3>
        <SchemaView schema={schema} />
      </section>
      <Example type={type} />
    </div>
  );
}

function Example({ type }: { readonly type: EventTypeOut }) {
  const example = useExample(type);
  return (
    <div className={styles.example}>
      {example.isPending && <Skeleton what="the example" />}
      {example.error && <FailureNotice title="No example could be made" cause={example.error} />}
      {example.data && (
        <CodeBlock
          label="Example"
          text={JSON.stringify(example.data.example, null, 2)}
          maxHeight="calc(100dvh - 190px)"
          remark={
            <>
              {example.data.source === 'author' ? "author's" : 'generated'}
              {!example.data.fits && ', may not fit'}
            </>
          }
        />
      )}
    </div>
  );
}

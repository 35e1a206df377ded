import { Pencil } from 'lucide-react';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { EventTypeOut } from '../../../../../src-server/contract/event-type';
import { PayloadCheck } from '../../../../shared/schema-view/payload-check';
import { SchemaView } from '../../../../shared/schema-view/schema-view';
import layout from '../../../../ui/layout.module.css';
import { LinkButton } from '../../../../ui/link-button';
import { schemaOf } from '../../../data/use-catalog';
import { useCheckPayload } from '../../../data/use-payload-fit';
import { useUnsavedNames } from '../../../parts/schema-drafts/use-unsaved-names';
import { useInstance, useTo } from '../../../platform/instance';
import styles from './event-type-detail.module.css';
import { EventTypeExample } from './event-type-example';
import { SchemaReport } from './schema-report';

/** What a message of this type contains, what is really sent, and an example. `?field=` links to a field. */
export function SchemaAndExample({ type }: { readonly type: EventTypeOut }) {
  const to = useTo();
  const [query] = useSearchParams();
  const { id } = useInstance();
  const check = useCheckPayload(type.name);
  const schema = schemaOf(type);
  const unsaved = useUnsavedNames().has(type.name) && (
    <span className={layout.waitingMeta}>unsaved changes</span>
  );
  const hrefOf = useCallback(
    (path: string) => `#${to('catalog', type.name)}?field=${encodeURIComponent(path)}`,
    [to, type.name],
  );
  const editor = to('catalog', type.name, 'schema');
  if (schema === null) {
    return (
      <section className={`${layout.stack1} ${layout.ruled} ${styles.none}`}>
        <h3>No schema</h3>
        <p>
          Any JSON object can be sent as this event type. A schema tells customers what to expect. Write one,
          generate one from a sample event, or import an OpenAPI document.
        </p>
        <div className={layout.rowCenteredWide}>
          <LinkButton to={editor} icon={<Pencil aria-hidden />}>
            Write a schema
          </LinkButton>
          {unsaved}
        </div>
      </section>
    );
  }
  return (
    <>
      <SchemaReport type={type} />
      <div className={styles.columns}>
        <section className={layout.shrinking} aria-labelledby="schema-title">
          <h3 id="schema-title" className={layout.sectionTitle}>
            Schema
            <span className={layout.metaInline}>documentation only, not validated when sending</span>
            <span className={layout.space} />
            {unsaved}
            <LinkButton to={editor} size="small" icon={<Pencil aria-hidden />}>
              Edit schema
            </LinkButton>
          </h3>
          <SchemaView
            schema={schema}
            shownText={type.description}
            hrefOf={hrefOf}
            current={query.get('field')}
            showOtherKeywords
          />
        </section>
        <section className={layout.shrinkingStack5} aria-label="Example and check">
          <EventTypeExample key={`example of ${type.name}`} type={type} />
          <PayloadCheck
            key={`check of ${type.name}`}
            title="Check a payload"
            draftKey={`${id}/check-served/${type.name}`}
            check={check}
          />
        </section>
      </div>
    </>
  );
}

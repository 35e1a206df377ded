import { useMemo } from 'react';
import { parseOrdered } from '../../../../../src-server/json-schema/ordered-json';
import { SchemaView } from '../../../../shared/schema-view/schema-view';
import layout from '../../../../ui/layout.module.css';
import { separatePart } from '../../../../ui/separate-part';
import { Skeleton } from '../../../../ui/skeleton';
import { tabSwitchKeys } from '../../../platform/editor/tab-switch-keys';
import type { SchemaDocument } from '../draft/use-schema-draft';
import type { SchemaProblem } from '../model/lint-schema';
import styles from '../schema-screen.module.css';
import { ExampleSide } from './example-side';

const SchemaCode = separatePart(
  () => import('./schema-code').then(({ SchemaCode }) => SchemaCode),
  () => <Skeleton what="the JSON editor" />,
);

/** The other views of the document. */
export type Side = 'json' | 'example' | 'customer';

interface SideViewProps {
  readonly side: Side;
  readonly document: SchemaDocument;
  readonly problems: readonly SchemaProblem[];
  readonly faultAsked: number;
}

/** The document in another view: as JSON for editing, as an example, or as customers read it. */
export function SideView({ side, document, problems, faultAsked }: SideViewProps) {
  if (side === 'json') {
    return (
      <>
        <SchemaCode document={document} problems={problems} faultAsked={faultAsked} />
        <p className={styles.status}>To leave with Tab, press Esc first, or {tabSwitchKeys()} to switch</p>
      </>
    );
  }
  if (document.fault) {
    return <p className={layout.frozen}>Correct the JSON to see this again.</p>;
  }
  return (
    <div className={`${layout.scrollingRest} ${styles.reading}`}>
      {side === 'customer' ? <Customers document={document} /> : <ExampleSide document={document} />}
    </div>
  );
}

function Customers({ document: { text } }: { readonly document: SchemaDocument }) {
  const schema = useMemo(() => parseOrdered(text), [text]);
  return <SchemaView schema={schema} idPrefix="preview-" />;
}

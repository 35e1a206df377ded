import { useMemo } from 'react';
import { parseOrdered } from '../../../../src-server/json-schema/ordered-json';
import { schemaTree } from '../../../../src-server/json-schema/schema-tree';
import { RemoveInvisible } from '../../../shared/schema-view/remove-invisible';
import { SchemaRows } from '../../../shared/schema-view/schema-rows';
import layout from '../../../ui/layout.module.css';
import { Segmented } from '../../../ui/segmented';
import { JsonEditor } from '../../platform/editor/json-editor';
import styles from './event-type/event-type-detail.module.css';
import type { SchemaStart, StartKind } from './schema-start';

interface SchemaStartFieldProps {
  readonly text: string;
  readonly start: SchemaStart;
  readonly onText: (text: string) => void;
  readonly onKind: (kind: StartKind) => void;
  /** The instance's complaint about the schema. */
  readonly error: string | null;
}

const ROWS_MAX = 200;

/** Takes a sample event or a schema, and shows the resulting fields. */
export function SchemaStartField({ text, start, onText, onKind, error }: SchemaStartFieldProps) {
  const { kind, schema, fault } = start;
  const tree = useMemo(
    () => (schema === null ? null : schemaTree(parseOrdered(schema), { maxRows: ROWS_MAX })),
    [schema],
  );
  const wrong = fault ? `Line ${fault.line}: ${fault.label}.` : error;
  return (
    <div className={layout.stack1}>
      <div className={layout.spread}>
        <span className={layout.label}>Schema: a sample event or a JSON Schema</span>
        {kind && (
          <Segmented
            label="Format"
            value={kind}
            onChange={onKind}
            options={[
              { value: 'sample', label: 'Sample event' },
              { value: 'schema', label: 'JSON Schema' },
            ]}
          />
        )}
      </div>
      <JsonEditor label="Sample event or JSON Schema" value={text} onChange={onText} />
      {wrong ? (
        <p className={styles.fault} role="alert">
          {wrong}
          {fault && ' You can correct it in the schema editor. '}
          {fault && <RemoveInvisible text={text} onText={onText} />}
        </p>
      ) : (
        <p className={styles.hint}>
          Tells customers what to expect. Not enforced when sending. Leave empty to add one later.
        </p>
      )}
      {tree && (
        <div className={`${layout.stack2} ${layout.below2}`}>
          <h3 className={layout.label}>{kind === 'sample' ? 'Fields found' : 'Fields'}</h3>
          <SchemaRows tree={tree} idOf={(path) => `start-${path}`} openDepth={2} />
        </div>
      )}
    </div>
  );
}

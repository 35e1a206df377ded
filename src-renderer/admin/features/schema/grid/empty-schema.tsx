import { ClipboardPaste, FileUp, Plus } from 'lucide-react';
import type { JsonNode } from '../../../../../src-server/json-schema/json-node';
import { Button } from '../../../../ui/button';
import { EmptyState } from '../../../../ui/empty-state';
import layout from '../../../../ui/layout.module.css';
import { LinkButton } from '../../../../ui/link-button';
import { useInstance, useTo } from '../../../platform/instance';
import type { SchemaDocument } from '../draft/use-schema-draft';
import { pressInGrid } from './press-in-grid';

/** Below the head and the row of the whole schema. */
const TOP_PX = 64;

interface EmptySchemaProps {
  readonly document: SchemaDocument;
  /** Opens the sheet that makes fields of a sample. */
  readonly onInfer: () => void;
}

/** Keywords of a schema that describes nothing yet. */
const OF_NOTHING = new Set(['type', '$schema', 'title', 'description', 'properties', 'additionalProperties']);

/** Whether a schema is an object without a field, or nothing at all. */
export function isEmptySchema(root: JsonNode): boolean {
  if (root.kind !== 'object') return false;
  return root.members.every(({ key, value }) => {
    if (key === 'properties') return value.kind === 'object' && value.members.length === 0;
    if (key === 'type') return value.kind === 'scalar' && value.raw === '"object"';
    return OF_NOTHING.has(key);
  });
}

/** The ways to the first field of a schema without any: typed, made from a sample, or imported. */
export function EmptySchema({ document, onInfer }: EmptySchemaProps) {
  const to = useTo();
  const { isFolder } = useInstance();
  if (document.fault !== null || !isEmptySchema(document.root)) return null;
  return (
    <div className={layout.placed} style={{ top: TOP_PX }}>
      <EmptyState
        title="No fields yet"
        ghost={<Drawing />}
        actions={
          <>
            <Button
              icon={<Plus aria-hidden />}
              onPress={() => pressInGrid({ key: 'Enter', ctrlKey: true, shiftKey: true })}
            >
              Type the first field
            </Button>
            <Button icon={<ClipboardPaste aria-hidden />} onPress={onInfer}>
              Paste a sample
            </Button>
            {!isFolder && (
              <LinkButton
                to={to('import')}
                icon={<FileUp aria-hidden />}
                needs="POST /event-type/import/plan"
              >
                Import OpenAPI
              </LinkButton>
            )}
          </>
        }
      >
        <p>
          A schema lists the fields of this event. Type them, or take them from a sample or an OpenAPI
          document.
        </p>
      </EmptyState>
    </div>
  );
}

/** Three rows as they will stand: an object, a field in it, and the place of the next one. */
function Drawing() {
  const rows = [
    { x: 0, key: 64, type: 44, isNext: false },
    { x: 20, key: 92, type: 36, isNext: false },
    { x: 20, key: 76, type: 52, isNext: true },
  ];
  return (
    <svg viewBox="0 0 320 96" width="100%" role="presentation" style={{ maxWidth: 320 }}>
      {rows.map(({ x, key, type, isNext }, index) => (
        <g key={key} transform={`translate(0 ${index * 32})`}>
          <rect
            x={x + 0.5}
            y={2.5}
            width={319 - x}
            height={26}
            rx={6}
            fill="var(--surface)"
            stroke="var(--control-border)"
            strokeDasharray={isNext ? '4 3' : ''}
          />
          <rect
            x={x + 12}
            y={11}
            width={key}
            height={9}
            rx={4}
            fill={isNext ? 'var(--hairline)' : 'var(--muted)'}
          />
          <rect x={190} y={11} width={type} height={9} rx={4} fill="var(--hairline)" />
          {!isNext && <circle cx={298} cy={15.5} r={4} fill="none" stroke="var(--muted)" strokeWidth={1.5} />}
          {isNext && <path d="M298 11v9M293.5 15.5h9" stroke="var(--accent)" strokeWidth={1.5} />}
        </g>
      ))}
      <path d="M8 32v47h12M8 47h12" fill="none" stroke="var(--control-border)" />
    </svg>
  );
}

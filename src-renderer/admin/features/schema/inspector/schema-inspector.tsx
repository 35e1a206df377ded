import { X } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { fromPointer, toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { nodeAt } from '../../../../../src-server/json-schema/node-path';
import { Button } from '../../../../ui/button';
import layout from '../../../../ui/layout.module.css';
import { focusDraft } from '../../../parts/schema-drafts/schema-drafts';
import type { SchemaDocument } from '../draft/use-schema-draft';
import { inlineReference } from '../model/definition-edits';
import { documentPath } from '../model/document-path';
import { rowAround } from '../model/edit-rows';
import { refPath } from '../model/references';
import { asSchema, hasPlaces } from '../model/schema-node';
import styles from '../schema-screen.module.css';
import { KeywordChips } from './keyword-chips';
import {
  FormatKeyword,
  ItemsKeyword,
  LimitKeyword,
  NullableTick,
  OthersKeyword,
  type PartProps,
  TextKeyword,
  TickKeyword,
  ValueKeywords,
} from './keyword-fields';
import { RowOrigin } from './row-origin';
import { useHasKeyword } from './use-has-keyword';

interface SchemaInspectorProps {
  readonly document: SchemaDocument;
  readonly onClose: () => void;
  readonly region: RefObject<HTMLElement | null>;
}

const NUMBERS: readonly (readonly [keyword: string, label: string])[] = [
  ['minimum', 'At least'],
  ['maximum', 'At most'],
  ['exclusiveMinimum', 'More than'],
  ['exclusiveMaximum', 'Less than'],
  ['multipleOf', 'Multiple of'],
];
/** Size limits by type. */
const SIZES: Readonly<Record<string, readonly (readonly [keyword: string, label: string])[]>> = {
  string: [
    ['minLength', 'Min. characters'],
    ['maxLength', 'Max. characters'],
  ],
  array: [
    ['minItems', 'Min. items'],
    ['maxItems', 'Max. items'],
  ],
  object: [
    ['minProperties', 'Min. keys'],
    ['maxProperties', 'Max. keys'],
  ],
};

/** Everything about the focused row that has no column. */
export function SchemaInspector({ document, onClose, region }: SchemaInspectorProps) {
  const { draft, root, fault } = document;
  const path = documentPath(root, draft.focus);
  const node = nodeAt(root, path);
  const schema = node && asSchema(node);
  const name = draft.focus === '' ? 'event' : (path.at(-1) ?? '');
  // The fields edit the schema in the document, also when the grid shows it through a reference.
  const edited = { ...document, draft: { ...draft, focus: toPointer(path) } };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <section
      ref={region}
      onKeyDown={onKeyDown}
      className={`${layout.column} ${layout.fixed} ${styles.inspector}`}
      aria-label="Inspector"
      inert={fault !== null}
      data-pane=""
    >
      <header className={`${layout.lineFlat} ${layout.apart} ${styles.inspectorHead}`}>
        <h2 className={`${layout.baseline} ${layout.shrinking} ${styles.inspectorTitle}`}>
          <code>{name}</code>
          {schema && <span className={`${layout.optional} ${layout.cut}`}>{schema.type.label}</span>}
        </h2>
        <Button
          kind="quiet"
          size="small"
          icon={<X aria-hidden />}
          aria-label="Close the inspector"
          onPress={onClose}
        />
      </header>
      <div className={`${layout.stack2} ${layout.scrolling} ${styles.inspectorBody}`}>
        <RowOrigin document={document} />
        {schema && <Fields key={draft.focus} document={edited} schema={schema} />}
      </div>
    </section>
  );
}

function Fields(part: PartProps) {
  const { document, schema } = part;
  const has = useHasKeyword(document, schema);
  const { choice } = schema.type;
  if (choice === 'reference') return <ReferenceFields {...part} />;
  const any = choice === 'any' || choice === 'mixed';
  const sizes = Object.entries(SIZES).flatMap(([type, rows]) =>
    choice === type || rows.some(([keyword]) => has(keyword)) ? rows : [],
  );
  const isNumber = choice === 'integer' || choice === 'number';
  return (
    <>
      <div className={styles.fields}>
        {(choice === 'string' || has('format')) && <FormatKeyword {...part} />}
        {(choice === 'string' || has('pattern')) && (
          <TextKeyword {...part} keyword="pattern" label="Pattern" placeholder="^[A-Z]{2}$" />
        )}
        {NUMBERS.filter(([keyword]) => isNumber || has(keyword)).map(([keyword, label]) => (
          <LimitKeyword key={keyword} {...part} keyword={keyword} label={label} />
        ))}
        {sizes.map(([keyword, label]) => (
          <LimitKeyword key={keyword} {...part} keyword={keyword} label={label} isWhole />
        ))}
        {choice === 'object' && <OthersKeyword {...part} keyword="additionalProperties" label="Other keys" />}
        {choice === 'array' && <ItemsKeyword {...part} />}
        {choice === 'array' && hasPlaces(schema) && (
          <OthersKeyword {...part} keyword="additionalItems" label="Further items" />
        )}
        <ValueKeywords {...part} />
      </div>
      <div className={`${layout.rowAligned} ${styles.ticks}`}>
        {!any && choice !== 'null' && choice !== 'never' && choice !== 'allOf' && <NullableTick {...part} />}
        {choice === 'array' && <TickKeyword {...part} keyword="uniqueItems" label="Unique items" />}
        <TickKeyword {...part} keyword="deprecated" label="Deprecated" />
      </div>
      <div className={styles.fields}>
        <TextKeyword {...part} keyword="title" label="Title" mono={false} />
        <TextKeyword {...part} keyword="description" label="Description" mono={false} lines={2} />
      </div>
      <KeywordChips schema={schema} />
    </>
  );
}

function ReferenceFields(part: PartProps) {
  const { document, schema } = part;
  const { draft, root, edit, key } = document;
  const { ref } = schema.type;
  const path = ref === null ? null : refPath(ref);
  return (
    <>
      <p className={styles.reference}>
        Refers to <code>{ref}</code>. The definition has its content.
      </p>
      <div className={`${layout.rowAligned} ${styles.ticks}`}>
        {path && (
          <Button size="small" onPress={() => focusDraft(key, rowAround(root, toPointer(path)))}>
            Go to the definition
          </Button>
        )}
        <Button size="small" onPress={() => edit((node) => inlineReference(node, fromPointer(draft.focus)))}>
          Inline it
        </Button>
        <NullableTick {...part} />
      </div>
      <div className={styles.fields}>
        <TextKeyword {...part} keyword="description" label="Description" mono={false} lines={2} />
      </div>
      <KeywordChips schema={schema} />
    </>
  );
}

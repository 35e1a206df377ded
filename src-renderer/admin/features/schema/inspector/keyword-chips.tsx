import { objectNode, toValue } from '../../../../../src-server/json-schema/json-node';
import { otherKeywords } from '../../../../../src-server/json-schema/schema-keywords';
import layout from '../../../../ui/layout.module.css';
import type { SchemaNode } from '../model/schema-node';
import styles from '../schema-screen.module.css';

const RARE = ['$id', '$schema', '$comment', 'readOnly', 'writeOnly', 'contentEncoding', 'contentMediaType'];
const STRUCTURE = [
  'properties',
  'patternProperties',
  'items',
  'definitions',
  '$defs',
  'allOf',
  'anyOf',
  'oneOf',
  'dependencies',
];

/** Keywords without a field in this editor: shown, preserved, and edited in the JSON. */
export function KeywordChips({ schema }: { readonly schema: SchemaNode }) {
  const { members } = schema.object;
  const rare = members.filter(({ key }) => RARE.includes(key));
  const unknown = members.flatMap(({ key, value }) => {
    const small = value.kind === 'scalar' || !STRUCTURE.includes(key);
    return small
      ? otherKeywords(toValue(objectNode([{ key, value }])) as Readonly<Record<string, unknown>>)
      : [];
  });
  const chips = [
    ...rare.map(({ key, value }) => ({
      keyword: key,
      value: value.kind !== 'scalar' ? '{…}' : (schema.text(key) ?? value.raw),
    })),
    ...unknown,
  ];
  if (chips.length === 0) return null;
  return (
    <ul className={layout.chips} aria-label="Other keywords, not changed here">
      {chips.map(({ keyword, value }) => (
        <li key={keyword} className={styles.chip}>
          <code>{keyword}</code> <code className={layout.muted}>{value}</code>
        </li>
      ))}
    </ul>
  );
}

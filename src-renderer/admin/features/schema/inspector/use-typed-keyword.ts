import { useRef, useState } from 'react';
import type { JsonNode } from '../../../../../src-server/json-schema/json-node';
import { fromPointer } from '../../../../../src-server/json-schema/json-pointer';
import { sameNode } from '../../../../../src-server/json-schema/same-json';
import { dropUnfinished, keepUnfinished } from '../../../parts/schema-drafts/schema-drafts';
import type { SchemaDocument } from '../draft/use-schema-draft';
import { movedTo } from '../model/edit-outcome';
import { setKeyword } from '../model/keyword-edits';
import type { SchemaNode } from '../model/schema-node';
import type { TypedValue } from './inspector-values';

/** A keyword of the focused row that is typed as text. */
export interface KeywordText {
  readonly document: SchemaDocument;
  /** The schema of the focused row. */
  readonly schema: SchemaNode;
  readonly keyword: string;
  readonly label: string;
  /** The value in the document, as the field shows it. */
  readonly value: string;
  readonly read: (text: string) => TypedValue;
}

/** What a text field needs to edit a keyword. */
interface TypedKeyword {
  readonly text: string;
  /** Why the text is not in the document; null: it is. */
  readonly error: string | null;
  /** True if something was typed since the field has the focus. */
  readonly isTyped: boolean;
  readonly onFocus: () => void;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
  /** Ends the visit: what is typed from here on is another step, and Escape no longer takes this one back. */
  readonly settle: () => void;
  /** Restores what the document had when the field got the focus. */
  readonly restore: () => void;
}

/**
 * Puts each key stroke into the document; what is typed in one visit of the field is one step. A text that is not a
 * value stays in the draft as it was typed, beside the last value that was one.
 */
export function useTypedKeyword({
  document,
  schema,
  keyword,
  label,
  value,
  read,
}: KeywordText): TypedKeyword {
  const { key, draft, tryEdit } = document;
  const [typed, setTyped] = useState<string | null>(null);
  const visit = useRef(0);
  const pointer = draft.focus;
  const path = fromPointer(pointer);
  const group = () => `${keyword} of ${pointer} ${visit.current}`;
  const unfinished = draft.unfinished.find((entry) => entry.pointer === pointer && entry.field === keyword);
  return {
    text: unfinished?.text ?? (typed !== null && means(read(typed), schema.get(keyword)) ? typed : value),
    error: unfinished?.reason ?? null,
    isTyped: typed !== null,
    onFocus: () => {
      visit.current = performance.now();
    },
    onChange: (text) => {
      setTyped(text);
      const now = read(text);
      const outcome = now.ok ? tryEdit((root) => setKeyword(root, path, keyword, now.value), group()) : null;
      const reason = now.ok ? (outcome?.ok ? null : (outcome?.reason ?? null)) : now.label;
      if (reason === null) dropUnfinished(key, { pointer, field: keyword });
      else keepUnfinished(key, { pointer, field: keyword, label, text, reason });
    },
    onBlur: () => setTyped(null),
    settle: () => {
      setTyped(null);
      visit.current = performance.now();
    },
    restore: () => {
      setTyped(null);
      dropUnfinished(key, { pointer, field: keyword });
      tryEdit((root) => movedTo(root, `Restore ${label}`, path), group());
    },
  };
}

/** True if a text means what the document has. The spelling of the text is the user's. */
function means(typed: TypedValue, node: JsonNode | undefined): boolean {
  if (!typed.ok) return false;
  return typed.value && node ? sameNode(typed.value, node) : !typed.value && !node;
}

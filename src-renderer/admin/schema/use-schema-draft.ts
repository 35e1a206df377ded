import { useEffect, useMemo, useRef } from 'react';
import type { EventTypeOut } from '../../../src-server/contract/event-type';
import type { EditOutcome } from '../../schema-edit/edit-outcome';
import type { JsonNode } from '../../schema-edit/json-node';
import { type JsonFault, parseJson } from '../../schema-edit/parse-json';
import { printJson } from '../../schema-edit/print-json';
import { toast } from '../../ui/toast-store';
import { schemaOf } from '../catalog/use-catalog';
import { useInstance } from '../frame/instance';
import {
  beginDraft,
  changeDraft,
  isDirty,
  rebaseDraft,
  type SchemaDraft,
  useSchemaDrafts,
} from './schema-drafts';

/** The document that both sides edit, and what can be done with it. */
export interface SchemaDocument {
  readonly key: string;
  readonly draft: SchemaDraft;
  readonly text: string;
  /** The document; while the text is no JSON, what it was before. */
  readonly root: JsonNode;
  /** Why the text cannot be shown as fields; null: it can. */
  readonly fault: JsonFault | null;
  readonly dirty: boolean;
  /** What the instance has, when that changed meanwhile; undefined: it did not. */
  readonly theirs: string | null | undefined;
  /** Does an edit as one step. False, and said, when it is refused. */
  edit(act: (root: JsonNode) => EditOutcome, group?: string): boolean;
}

/** A schema as the editor shows it at first; null: there is none. */
export function textOfSchema(type: EventTypeOut): string | null {
  const schema = schemaOf(type);
  return schema === null ? null : JSON.stringify(schema, null, 2);
}

/** The draft of an event type's schema, begun when there is none. Null until it is. */
export function useSchemaDraft(type: EventTypeOut): SchemaDocument | null {
  const { id } = useInstance();
  const key = `${id}/${type.name}`;
  const now = textOfSchema(type);
  useEffect(() => beginDraft(key, now), [key, now]);
  const draft = useSchemaDrafts((state) => state.drafts.get(key));
  const text = draft?.history.text ?? '';
  const parsed = useMemo(() => parseJson(text), [text]);
  const last = useRef<JsonNode | null>(null);
  const fault = parsed.ok ? faultOfRoot(parsed.node) : parsed.fault;
  if (parsed.ok && !fault) last.current = parsed.node;
  const root = last.current;
  // Saved in other words, such as another order of numbers as keys: the same document.
  const changed = draft !== undefined && now !== draft.base && now !== sameWords(text);
  useEffect(() => {
    if (draft && now !== draft.base && now === sameWords(text)) rebaseDraft(key, text);
  }, [key, draft, now, text]);
  return useMemo(() => {
    if (!draft) return null;
    const edit: SchemaDocument['edit'] = (act, group) => {
      if (!root || fault) return false;
      const outcome = act(root);
      if (!outcome.ok) {
        toast(outcome.reason);
        return false;
      }
      const said = { words: outcome.words, focusAfter: outcome.focus, group: group ?? null };
      changeDraft(key, printJson(outcome.root), said);
      return true;
    };
    const document = root ?? ({ kind: 'object', members: [], source: null } as const);
    const theirs = changed ? now : undefined;
    return { key, draft, text, root: document, fault, dirty: isDirty(draft), theirs, edit };
  }, [key, draft, text, root, fault, changed, now]);
}

function sameWords(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
}

const NOT_A_SCHEMA = { words: 'a schema is an object, or true or false', offset: 0, line: 1, column: 1 };

function faultOfRoot(node: JsonNode): JsonFault | null {
  const fits = node.kind === 'object' || (node.kind === 'scalar' && /^(true|false)$/.test(node.raw));
  return fits ? null : NOT_A_SCHEMA;
}

import { useEffect, useMemo, useRef } from 'react';
import type { JsonNode } from '../../../../src-server/json-schema/json-node';
import { type JsonFault, parseJson } from '../../../../src-server/json-schema/parse-json';
import { printJson } from '../../../../src-server/json-schema/print-json';
import { sameNode } from '../../../../src-server/json-schema/same-json';
import { shownAfter } from '../../../shared/schema-edit/document-path';
import type { EditOutcome } from '../../../shared/schema-edit/edit-outcome';
import { toast } from '../../../ui/toast-store';
import { readKept } from '../../parts/schema-drafts/kept-drafts';
import {
  beginDraft,
  changeDraft,
  draftOf,
  isDirty,
  rebaseDraft,
  type SchemaDraft,
  useSchemaDrafts,
} from '../../parts/schema-drafts/schema-drafts';
import { useInstance } from '../../platform/instance';
import { tellSharedEdit } from './tell-shared-edit';

/** The document that both sides edit, and its operations. */
export interface SchemaDocument {
  readonly key: string;
  readonly draft: SchemaDraft;
  readonly text: string;
  /** The document; while the text is not JSON, its last valid state. */
  readonly root: JsonNode;
  /** Why the text cannot be shown as fields; null if it can. */
  readonly fault: JsonFault | null;
  readonly dirty: boolean;
  /** The schema on the instance if it changed meanwhile; undefined if it did not. */
  readonly theirs: string | null | undefined;
  /** Performs an edit as one step. If it is refused, reports that and returns false. */
  edit(act: (root: JsonNode) => EditOutcome, group?: string): boolean;
}

/**
 * The draft of an event type's schema, created if there is none: from what the browser kept, otherwise from what the
 * instance has. Null until then.
 * @param now what the instance has; null: no schema
 */
export function useSchemaDraft(name: string, now: string | null): SchemaDocument | null {
  const { id } = useInstance();
  const key = `${id}/${name}`;
  useEffect(() => beginDraft(key, now, draftOf(key) ? null : readKept(localStorage, key)), [key, now]);
  const draft = useSchemaDrafts((state) => state.drafts.get(key));
  const text = draft?.history.text ?? '';
  const parsed = useMemo(() => parseJson(text), [text]);
  const last = useRef<JsonNode | null>(null);
  const fault = parsed.ok ? faultOfRoot(parsed.node) : parsed.fault;
  if (parsed.ok && !fault) last.current = parsed.node;
  const root = last.current;
  const moved = draft !== undefined && now !== draft.served;
  // Somebody else arrived at the same document: nothing is left to save.
  const agrees = useMemo(() => moved && isSameDocument(now, text), [moved, now, text]);
  const changed = moved && !agrees;
  useEffect(() => {
    if (agrees) rebaseDraft(key, text, now);
  }, [key, agrees, now, text]);
  return useMemo(() => {
    if (!draft) return null;
    const edit: SchemaDocument['edit'] = (act, group) => {
      if (!root || fault) return false;
      const outcome = act(root);
      if (!outcome.ok) {
        toast(outcome.reason);
        return false;
      }
      const focus = draftOf(key)?.focus ?? '';
      const focusAfter = shownAfter(root, focus, outcome.focus);
      const said = { label: outcome.label, focusAfter, group: group ?? null };
      changeDraft(key, printJson(outcome.root), said);
      if (outcome.root !== root && focusAfter !== outcome.focus) tellSharedEdit(key, root, focus);
      return true;
    };
    const document = root ?? ({ kind: 'object', members: [], source: null } as const);
    const theirs = changed ? now : undefined;
    return { key, draft, text, root: document, fault, dirty: isDirty(draft), theirs, edit };
  }, [key, draft, text, root, fault, changed, now]);
}

function isSameDocument(theirs: string | null, mine: string): boolean {
  const [a, b] = [parseJson(theirs ?? ''), parseJson(mine)];
  return a.ok && b.ok && sameNode(a.node, b.node);
}

const NOT_A_SCHEMA = { label: 'a schema is an object, true or false', offset: 0, line: 1, column: 1 };

function faultOfRoot(node: JsonNode): JsonFault | null {
  const fits = node.kind === 'object' || (node.kind === 'scalar' && /^(true|false)$/.test(node.raw));
  return fits ? null : NOT_A_SCHEMA;
}

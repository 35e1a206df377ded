import { useEffect, useMemo, useRef } from 'react';
import type { JsonNode } from '../../../../../src-server/json-schema/json-node';
import { fromPointer } from '../../../../../src-server/json-schema/json-pointer';
import { nodeAt } from '../../../../../src-server/json-schema/node-path';
import type { JsonFault } from '../../../../../src-server/json-schema/parse-json';
import { printJson } from '../../../../../src-server/json-schema/print-json';
import { browserStorage } from '../../../../ui/browser-storage';
import { textBefore } from '../../../../ui/drafts/edit-history';
import { toast } from '../../../../ui/toast-store';
import { useServedSchema } from '../../../data/use-schema-text';
import { adoptDraft } from '../../../parts/schema-drafts/adopt-draft';
import { readSchema } from '../../../parts/schema-drafts/read-schema';
import {
  beginDraft,
  changeDraft,
  draftOf,
  FIRST_SCHEMA,
  followRows,
  isDirty,
  putDraft,
  rebaseDraft,
  type SchemaDraft,
  useSchemaDrafts,
} from '../../../parts/schema-drafts/schema-drafts';
import { useInstance } from '../../../platform/instance';
import { openTabs } from '../../../platform/open-tabs';
import { definitionBehind, documentPath, shownAfter } from '../model/document-path';
import { type EditOutcome, refused } from '../model/edit-outcome';
import { referenceCount } from '../model/references';
import { isSameDocument } from './is-same-document';
import { toastLastStep } from './toast-last-step';

/**
 * An edit of the document. Consecutive edits of a group are one step, and each starts from the document as it was before
 * the step: what is typed counts, not the way to it.
 */
export type SchemaEdit = (root: JsonNode) => EditOutcome;

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
  edit(act: SchemaEdit, group?: string): boolean;
  /** The same for what is being typed: the caller shows the refusal at the field. */
  tryEdit(act: SchemaEdit, group: string): EditOutcome;
}

/**
 * The draft of an event type's schema, created if there is none: from what the browser kept of this tab or of a closed
 * one, otherwise from what the instance has, which must have been read. Null until then.
 * @param tab the id of this tab
 */
export function useSchemaDraft(name: string, tab: string): SchemaDocument | null {
  const { id } = useInstance();
  // Read here, and not given: a draft that has just been saved must not be compared with what was there before it.
  const now = useServedSchema(name).data?.schema ?? null;
  const key = `${id}/${name}`;
  useBegunDraft(key, now, tab);
  const draft = useSchemaDrafts((state) => state.drafts.get(key));
  const text = draft?.history.text ?? '';
  const { root: parsed, fault } = useMemo(() => readSchema(text), [text]);
  const root = parsed ?? (draft ? lastValid(draft) : null);
  const moved = draft !== undefined && now !== draft.served;
  // Somebody else arrived at the same document: nothing is left to save.
  const agrees = useMemo(() => moved && isSameDocument(now, text), [moved, now, text]);
  const changed = moved && !agrees;
  useEffect(() => {
    if (agrees) rebaseDraft(key, text, now);
  }, [key, agrees, now, text]);
  return useMemo(() => {
    if (!draft) return null;
    const shown = fault ? null : { text, root };
    const edit: SchemaDocument['edit'] = (act, group) => {
      const outcome = performEdit(key, shown, act, group);
      if (!outcome.ok) toast(outcome.reason);
      else if (outcome.dropped?.length)
        toastLastStep(`${outcome.label}. Removed ${outcome.dropped.join(', ')}`, key);
      return outcome.ok;
    };
    const tryEdit: SchemaDocument['tryEdit'] = (act, group) => performEdit(key, shown, act, group);
    const document = root ?? ({ kind: 'object', members: [], source: null } as const);
    const theirs = changed ? now : undefined;
    return { key, draft, text, root: document, fault, dirty: isDirty(draft), theirs, edit, tryEdit };
  }, [key, draft, text, root, fault, changed, now]);
}

/** Begins the draft, or goes on with the one that there is. */
function useBegunDraft(key: string, now: string | null, tab: string): void {
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
    if (draftOf(key)) beginDraft(key, now);
  }, [key, now]);
  useEffect(() => {
    let isLeft = false;
    const isWanted = () => {
      const draft = draftOf(key);
      return !isLeft && !(draft && isDirty(draft));
    };
    if (!isWanted()) return;
    const findTabs = () => openTabs(navigator.locks);
    void adoptDraft(key, { storage: browserStorage(), tab, openTabs: findTabs, isWanted }).then((kept) => {
      if (!isWanted()) return;
      if (kept) putDraft(key, kept);
      beginDraft(key, latest.current);
    });
    return () => {
      isLeft = true;
    };
  }, [key, tab]);
}

/** What the fields show while the text is no schema. */
function lastValid({ valid, base }: SchemaDraft): JsonNode | null {
  return readSchema(valid ?? base ?? FIRST_SCHEMA).root;
}

/** @param shown the text that was parsed last, and its tree; null: the text is not a schema */
function performEdit(
  key: string,
  shown: { readonly text: string; readonly root: JsonNode | null } | null,
  act: SchemaEdit,
  group: string | null = null,
): EditOutcome {
  const draft = draftOf(key);
  const before = draft ? textBefore(draft.history, group) : '';
  const from = before === shown?.text ? shown.root : readSchema(before).root;
  if (!draft || !shown || !from) return refused('Correct the JSON first.');
  const made = act(from);
  if (!made.ok) return made;
  const focus = shownAfter(from, draft.focus, made.focus);
  if (focus !== made.focus && made.root !== from) tellSharedEdit(key, from, draft.focus);
  const outcome = { ...made, focus };
  const text = outcome.root === from ? before : printJson(outcome.root);
  changeDraft(key, text, { label: outcome.label, focusAfter: outcome.focus, group });
  followRows(key, (pointer) => {
    const isInside = pointer === draft.focus || pointer.startsWith(`${draft.focus}/`);
    const now = outcome.isMove && isInside ? outcome.focus + pointer.slice(draft.focus.length) : pointer;
    return nodeAt(outcome.root, documentPath(outcome.root, now)) ? now : null;
  });
  return outcome;
}

/** Definitions whose change was reported; once is enough while somebody works on one. */
const reported = new Set<string>();

/** Says that an edit of a row changes a definition that other places refer to. */
function tellSharedEdit(draft: string, root: JsonNode, pointer: string): void {
  const definition = definitionBehind(root, pointer)?.definition;
  const uses = definition === undefined ? 0 : referenceCount(root, definition);
  const key = `${draft} ${definition}`;
  if (definition === undefined || uses < 2 || reported.has(key)) return;
  reported.add(key);
  toast(`Changed the definition ${fromPointer(definition).at(-1)}: it applies in ${uses} places`);
}

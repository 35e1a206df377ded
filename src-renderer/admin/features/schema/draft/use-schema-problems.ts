import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { fromPointer } from '../../../../../src-server/json-schema/json-pointer';
import { useInstance } from '../../../platform/instance';
import { rowAround } from '../model/edit-rows';
import type { ProblemLevel, SchemaProblem } from '../model/lint-schema';
import { lintSchema } from '../model/lint-schema';
import type { SchemaDocument } from './use-schema-draft';

/** A problem with the row it belongs to. */
export interface RowProblem extends SchemaProblem {
  readonly row: string;
  /** The field whose text is not a value; absent: the problem is in the document. */
  readonly field?: string;
}

/** The worst first. */
const LEVELS: readonly ProblemLevel[] = ['error', 'warning', 'notice'];
/** The pause in typing before the instance is asked. */
const REST_MS = 400;

/** The problems of the document: what the instance would refuse, and what is probably not meant. */
export function useSchemaProblems({ text, root, fault, draft }: SchemaDocument) {
  const { id, catalog: api } = useInstance();
  const settled = useSettled(text);
  const check = useQuery({
    queryKey: [id, 'schema-check', settled],
    queryFn: ({ signal }) =>
      api.call('POST /event-type/schema/check', { body: { schema: JSON.parse(settled) } }, signal),
    enabled: fault === null && settled === text,
    gcTime: 0,
    retry: false,
  });
  const shown = useDeferredValue(root);
  const found = useMemo(() => {
    const theirs = (check.data?.problems ?? []).map(
      ({ pointer, message }): SchemaProblem => ({
        pointer,
        label: `${last(pointer)} ${message}`,
        level: 'error',
      }),
    );
    const typed = draft.unfinished.map(({ pointer, field, label, reason }) => ({
      pointer,
      field,
      label: `${label}: ${reason}`,
      level: 'error' as const,
    }));
    return [...typed, ...theirs, ...lintSchema(shown)]
      .map((problem): RowProblem => ({ ...problem, row: rowAround(shown, problem.pointer) }))
      .sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
  }, [check.data, shown, draft.unfinished]);
  const problems = useKept(found);
  const byRow = useMemo(() => {
    const worst = new Map<string, ProblemLevel>();
    for (const { row, level } of problems) if (!worst.has(row)) worst.set(row, level);
    return worst;
  }, [problems]);
  return { problems, byRow, checkFailed: check.error };
}

/** The first of several values that say the same, so that what shows it is not rendered again. */
function useKept<Value>(value: Value): Value {
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(() => value, [JSON.stringify(value)]);
}

/** A text once it has not changed for a while. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function last(pointer: string): string {
  return fromPointer(pointer).at(-1) ?? 'the schema';
}

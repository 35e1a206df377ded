import { useMemo } from 'react';
import { useInstance } from '../../platform/instance';
import { readKept } from './kept-drafts';
import { isDirty, useSchemaDrafts } from './schema-drafts';

/** True if the schema of an event type was changed in this browser and not saved. */
export function useUnsavedSchema(name: string): boolean {
  const { id } = useInstance();
  const key = `${id}/${name}`;
  const here = useSchemaDrafts(({ drafts }) => {
    const draft = drafts.get(key);
    return draft ? isDirty(draft) : null;
  });
  const before = useMemo(() => readKept(localStorage, key) !== null, [key]);
  return here ?? before;
}

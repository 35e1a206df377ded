import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useInstance } from '../../platform/instance';
import { useSession } from '../../platform/session';
import { ImportRun } from './import-run';
import type { ImportWork } from './import-work';

/**
 * One per instance. Who logs in after somebody has logged out is another person, and another way to edit it is another
 * catalog: what was begun before is gone then.
 */
const runs = new Map<string, { readonly visit: number; readonly isCopy: boolean; readonly run: ImportRun }>();

/** The import in progress on the current instance, whichever screen is shown. */
export function useImportRun(): ImportRun {
  const { id, catalog: api, isCopy } = useInstance();
  const { visit } = useSession();
  const client = useQueryClient();
  let known = runs.get(id);
  if (known?.visit !== visit || known.isCopy !== isCopy) {
    known?.run.startOver();
    known = undefined;
  }
  const { run } = known ?? { run: new ImportRun(api) };
  if (!known) runs.set(id, { visit, isCopy, run });
  useEffect(() => {
    run.onWritten = () => {
      void client.invalidateQueries({ queryKey: [id, 'catalog'] });
      void client.invalidateQueries({ queryKey: [id, 'imports'] });
    };
  }, [run, client, id]);
  return run;
}

/** One value of the state; renders again only when it changes. */
export function useImportWork<T>(run: ImportRun, select: (work: ImportWork) => T): T {
  return useStore(run.store, select);
}

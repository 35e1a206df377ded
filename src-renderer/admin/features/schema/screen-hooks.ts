import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router';
import { browserStorage, keepInBrowser } from '../../../ui/browser-storage';
import { focusDraft, redoDraft, undoDraft } from '../../parts/schema-drafts/schema-drafts';
import { useCommand } from '../../platform/commands/command-store';
import { useSetAddressValues } from '../../platform/use-address-value';
import type { SchemaDocument } from './draft/use-schema-draft';
import type { RowProblem } from './draft/use-schema-problems';
import { KEY_FIELD } from './grid/use-cell-editing';

const INSPECTOR_KEY = 'posthorn-schema-inspector';

/** Whether the inspector is open: closed until somebody asks for it, then as they left it while this window is open. */
export function useInspectorOpen(): [isOpen: boolean, set: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => browserStorage('session').getItem(INSPECTOR_KEY) === 'open');
  const set = useCallback((next: boolean) => {
    keepInBrowser(INSPECTOR_KEY, next ? 'open' : 'closed', browserStorage('session'));
    setOpen(next);
  }, []);
  return [isOpen, set];
}

/** The address follows once the focus rests: browsers limit how often it may change. */
const REST_MS = 500;

/** Keeps the focused row in the address, so that a link leads to a field. */
export function useFocusInAddress(key: string, focus: string): void {
  const [parameters] = useSearchParams();
  const set = useSetAddressValues();
  const linked = useRef(parameters.get('at'));
  useEffect(() => {
    if (linked.current !== null) focusDraft(key, linked.current);
    linked.current = null;
  }, [key]);
  const inAddress = parameters.get('at') ?? '';
  useEffect(() => {
    if (focus === inAddress) return;
    const timer = setTimeout(() => set({ at: focus }), REST_MS);
    return () => clearTimeout(timer);
  }, [focus, inAddress, set]);
}

/** A list that opens when it gets the focus would cover what somebody asked for. */
const FIRST_FIELD = 'input:not([role=combobox]), textarea, button[aria-haspopup], :scope section button';

/** Opens the inspector, and focuses its first field at once: a frame later, that would take the focus from who has gone on. */
export function useToInspector(
  region: RefObject<HTMLElement | null>,
  setInspector: (isOpen: boolean) => void,
) {
  return useCallback(() => {
    flushSync(() => setInspector(true));
    region.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
  }, [region, setInspector]);
}

/** Focuses a row, and where a problem is about one of its keywords, that field of the inspector. */
export function useGoTo(key: string, setInspector: (isOpen: boolean) => void) {
  return useCallback(
    ({ row, field }: Pick<RowProblem, 'row' | 'field'>) => {
      if (field === undefined || field === KEY_FIELD) {
        focusDraft(key, row);
        return focusGrid();
      }
      flushSync(() => {
        focusDraft(key, row);
        setInspector(true);
      });
      const input = `[data-keyword="${CSS.escape(field)}"] :is(input, textarea)`;
      document.querySelector<HTMLElement>(input)?.focus();
    },
    [key, setInspector],
  );
}

/** Undo and redo in the palette and by their keys, with what each would do. */
export function useHistoryCommands(key: string, { history }: SchemaDocument['draft']): void {
  const step = history.past.at(-1);
  const again = history.future.at(-1);
  useCommand('undo', step ? () => undoDraft(key) : null, step && `Undo: ${step.label}`, true);
  useCommand('redo', again ? () => redoDraft(key) : null, again && `Redo: ${again.label}`, true);
}

/** Gives the focus to the current cell of the grid, once it is drawn. */
export function focusGrid(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-current-cell]')?.focus());
}

/** A kept draft survives a reload, but is not in another browser or on the instance: ask first. */
export function useLeaveWarning(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [dirty]);
}

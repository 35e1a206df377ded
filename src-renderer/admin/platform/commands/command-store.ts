import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { type CommandId, commandRow } from '../../../../src-main/contract/commands';

/** What a command does now, as defined by the part of the page that offers it. */
export interface CommandAct {
  readonly label: string;
  /** True if it concerns what is currently shown; the palette lists such commands first. */
  readonly here: boolean;
  run(): void;
}

interface CommandState {
  /** Offers, the newest of each command last: a screen may take over a command while it is shown. */
  readonly offers: ReadonlyMap<CommandId, readonly CommandAct[]>;
}

/** The commands that are available now. One set per window. */
export const useCommandStore = create<CommandState>(() => ({ offers: new Map() }));

function change(id: CommandId, next: (acts: readonly CommandAct[]) => readonly CommandAct[]): void {
  useCommandStore.setState(({ offers }) => ({ offers: new Map(offers).set(id, next(offers.get(id) ?? [])) }));
}

/** What a command does now; undefined if it can do nothing. */
export function actOf(offers: CommandState['offers'], id: CommandId): CommandAct | undefined {
  return offers.get(id)?.at(-1);
}

/** Runs a command. False if nothing offers it now. */
export function runCommand(id: CommandId): boolean {
  const act = actOf(useCommandStore.getState().offers, id);
  act?.run();
  return act !== undefined;
}

/**
 * Offers a command while the component is mounted.
 * @param run what it does; null: it is not available now
 * @param label overrides the label of the table, such as "Resume the endpoint"; undefined keeps it
 * @param here true if it concerns what is currently shown
 */
export function useCommand(id: CommandId, run: (() => void) | null, label?: string, here = false): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const can = run !== null;
  useEffect(() => {
    if (!can) return;
    const act: CommandAct = { label: label ?? commandRow(id).label, here, run: () => latest.current?.() };
    change(id, (acts) => [...acts, act]);
    return () => change(id, (acts) => acts.filter((other) => other !== act));
  }, [id, can, label, here]);
}

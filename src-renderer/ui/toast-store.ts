import { create } from 'zustand';

/** Something that was done, and how to undo it. */
export interface Toast {
  readonly id: number;
  /** What was done, in a few words: "Paused api.acme.test". */
  readonly label: string;
  /** Undoes it; null if it cannot be undone. */
  readonly undo: (() => Promise<unknown>) | null;
  /** What it is about. A later toast about the same takes its place: what it would undo is not the last that was done. */
  readonly about: string | null;
}

interface ToastState {
  /** Newest last. */
  readonly toasts: readonly Toast[];
  /** The next text for a screen reader, announced politely. */
  readonly announced: string;
}

/** An undo that was not made, since it would take back what somebody else has done; `anyway` makes it. */
export class UndoRefused extends Error {
  readonly why: string;
  readonly anyway: () => Promise<unknown>;

  constructor(why: string, anyway: () => Promise<unknown>) {
    super(`${why} Undo anyway?`);
    this.why = why;
    this.anyway = anyway;
  }
}

/** More toasts would cover the work they are about; the oldest are dropped. */
const TOASTS_MAX = 3;
let lastId = 0;

export const useToasts = create<ToastState>(() => ({ toasts: [], announced: '' }));

/** Reports that something was done, and offers to undo it. */
export function toast(label: string, undo: Toast['undo'] = null, about: Toast['about'] = null): void {
  lastId += 1;
  const added: Toast = { id: lastId, label, undo, about };
  useToasts.setState(({ toasts }) => {
    const others = toasts.filter((shown) => about === null || shown.about !== about);
    return { toasts: [...others, added].slice(-TOASTS_MAX), announced: label };
  });
}

/** It was undone in another way: the offers to undo are withdrawn. @param about absent: all of them */
export function withdrawUndos(about?: string): void {
  const isLeft = (shown: Toast) => shown.undo === null || (about !== undefined && shown.about !== about);
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter(isLeft) }));
}

/** Announces to a screen reader something that is visible elsewhere, such as the end of a long task. */
export function announce(label: string): void {
  useToasts.setState({ announced: label });
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((shown) => shown.id !== id) }));
}

/** Undoes the action of a toast. A failure is reported in its place. */
export async function undoToast(undone: Toast): Promise<void> {
  dismissToast(undone.id);
  try {
    await undone.undo?.();
    announce(`Undone: ${undone.label}`);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    toast(`Not undone: ${why}`, cause instanceof UndoRefused ? cause.anyway : null);
  }
}

import { create } from 'zustand';

/** Something that was done, and the way to take it back. */
export interface Toast {
  readonly id: number;
  /** What was done, in a few words: "Paused api.acme.test". */
  readonly label: string;
  /** Takes it back; null when there is nothing to take back. */
  readonly undo: (() => Promise<unknown>) | null;
}

interface ToastState {
  /** Newest last. */
  readonly toasts: readonly Toast[];
  /** What a screen reader is told next, politely. */
  readonly said: string;
}

/** More would cover the work they speak of; the oldest go. */
const TOASTS_MAX = 3;
let lastId = 0;

export const useToasts = create<ToastState>(() => ({ toasts: [], said: '' }));

/** Says that something was done, and offers to undo it. */
export function toast(label: string, undo: Toast['undo'] = null): void {
  lastId += 1;
  const added: Toast = { id: lastId, label, undo };
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, added].slice(-TOASTS_MAX), said: label }));
}

/** Tells a screen reader something that is seen elsewhere, such as the end of a long task. */
export function announce(label: string): void {
  useToasts.setState({ said: label });
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }));
}

/** Takes back what a toast speaks of. What went wrong is said in its place. */
export async function undoToast(one: Toast): Promise<void> {
  dismissToast(one.id);
  try {
    await one.undo?.();
    announce(`Undone: ${one.label}`);
  } catch (cause) {
    toast(`Not undone: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

import { Undo2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from './button';
import layout from './layout.module.css';
import { dismissToast, type Toast, undoToast, useToasts } from './toast-store';
import styles from './toasts.module.css';

/** How long a toast stays after it came, or the pointer last moved over it. Enough time to read it and to find Undo. */
const STAY_MS = 6000;

/** Recent actions with Undo, and the window's only polite live region. */
export function Toasts() {
  const { toasts, announced } = useToasts();
  const movedAtMs = useRef(0);
  return (
    <>
      <p className="visually-hidden" role="status" data-announcer="">
        {announced}
      </p>
      {toasts.length > 0 && (
        <section
          className={`${layout.stack2} ${styles.toasts}`}
          aria-label="Notifications"
          data-pane=""
          // Not when it enters: a toast may come to lie under a pointer that rests.
          onPointerMove={({ movementX, movementY }) => {
            if (movementX !== 0 || movementY !== 0) movedAtMs.current = performance.now();
          }}
        >
          {toasts.map((toast) => (
            <Row key={toast.id} toast={toast} movedAtMs={movedAtMs} />
          ))}
        </section>
      )}
    </>
  );
}

interface RowProps {
  readonly toast: Toast;
  /** When the pointer last moved over any of them. */
  readonly movedAtMs: { readonly current: number };
}

/** Stays while it has the focus, and while the pointer moves. */
function Row({ toast, movedAtMs }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const leave = () => {
      const isFocused = row.current?.contains(document.activeElement) ?? false;
      const leftMs = isFocused ? STAY_MS : movedAtMs.current + STAY_MS - performance.now();
      if (leftMs <= 0) dismissToast(toast.id);
      else timer = setTimeout(leave, leftMs);
    };
    let timer = setTimeout(leave, STAY_MS);
    return () => clearTimeout(timer);
  }, [toast, movedAtMs]);
  return (
    <div className={`${layout.line2} ${layout.floating} ${styles.toast}`} ref={row}>
      <span className={layout.wrappingRest}>{toast.label}</span>
      {toast.undo && (
        <Button size="small" icon={<Undo2 aria-hidden />} onPress={() => void undoToast(toast)}>
          Undo
        </Button>
      )}
      <Button
        kind="quiet"
        size="small"
        icon={<X aria-hidden />}
        aria-label="Dismiss"
        onPress={() => dismissToast(toast.id)}
      />
    </div>
  );
}

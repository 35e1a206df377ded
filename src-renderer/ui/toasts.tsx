import { Undo2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button';
import layout from './layout.module.css';
import { dismissToast, type Toast, undoToast, useToasts } from './toast-store';
import styles from './toasts.module.css';

/** How long a toast stays if nobody points at it. Enough time to read it and to find Undo. */
const STAY_MS = 10_000;

/** Recent actions with Undo, and the window's only polite live region. */
export function Toasts() {
  const { toasts, said } = useToasts();
  const [held, setHeld] = useState(false);
  return (
    <>
      <p className="visually-hidden" role="status" data-announcer="">
        {said}
      </p>
      {toasts.length > 0 && (
        <section
          className={styles.toasts}
          aria-label="Notifications"
          data-pane=""
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          {toasts.map((one) => (
            <Row key={one.id} toast={one} held={held} />
          ))}
        </section>
      )}
    </>
  );
}

/** Stays while any toast is hovered or focused. */
function Row({ toast, held }: { readonly toast: Toast; readonly held: boolean }) {
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(toast.id), STAY_MS);
    return () => clearTimeout(timer);
  }, [toast, held]);
  return (
    <div className={styles.toast}>
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

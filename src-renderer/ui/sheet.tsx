import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button';
import { classNames } from './class-names';
import styles from './sheet.module.css';
import { useUiWords } from './ui-words';

export interface SheetProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** `side` for forms, `center` for a short question. */
  readonly placement?: 'side' | 'center';
  /** True for a form that needs room, such as one with an editor. */
  readonly wide?: boolean;
  readonly children: ReactNode;
  /** Buttons, the main one last. */
  readonly footer?: ReactNode;
}

/** A layer over the page with one thing to do. Escape closes it, and focus goes back to what opened it. */
export function Sheet({ title, onClose, placement = 'side', wide, children, footer }: SheetProps) {
  const words = useUiWords();
  return (
    <ModalOverlay
      isOpen
      isDismissable={placement === 'center'}
      onOpenChange={(open) => !open && onClose()}
      className={classNames(styles.overlay, styles[placement])}
    >
      <Modal className={classNames(styles.modal, wide && styles.wide)}>
        <Dialog className={classNames(styles.dialog)}>
          <header className={styles.head}>
            <Heading slot="title" className={classNames(styles.title)}>
              {title}
            </Heading>
            <Button
              kind="quiet"
              size="small"
              icon={<X aria-hidden />}
              aria-label={words.close}
              onPress={onClose}
            />
          </header>
          <div className={styles.body}>{children}</div>
          {footer && <footer className={styles.foot}>{footer}</footer>}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

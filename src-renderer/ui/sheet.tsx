import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button';
import { classNames } from './class-names';
import { RestoredDraft } from './drafts/restored-draft';
import type { Draft } from './drafts/use-draft';
import layout from './layout.module.css';
import styles from './sheet.module.css';
import { toast } from './toast-store';
import { useUiLabels } from './ui-labels';

interface SheetProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** What is typed into it, for one with fields: closed without saving, it says that the text is kept. */
  readonly draft?: Draft | undefined;
  /** `side` for forms, `center` for a short question. */
  readonly placement?: 'side' | 'center';
  /** True for a form that needs room, such as one with an editor. */
  readonly wide?: boolean;
  readonly children: ReactNode;
  /** Buttons, the main one last: Ctrl+Enter, or Cmd+Enter on a Mac, presses it. */
  readonly footer?: ReactNode;
}

/** A layer over the page with one task. Escape closes it, and the focus returns to what opened it. */
export function Sheet({ title, onClose, draft, placement = 'side', wide, children, footer }: SheetProps) {
  const labels = useUiLabels();
  const leave = () => {
    if (draft?.isDirty) toast(labels.draft.kept);
    onClose();
  };
  const content = useRef<HTMLDivElement>(null);
  useKeptFocus(content);
  useMainKeys(content);
  return (
    <ModalOverlay
      isOpen
      isDismissable={placement === 'center'}
      onOpenChange={(open) => !open && leave()}
      className={classNames(styles.overlay, styles[placement])}
    >
      <Modal className={classNames(styles.modal, wide && styles.wide)}>
        <Dialog className={classNames(layout.space, layout.ringless, layout.pane)}>
          <div ref={content} className={styles.content}>
            <header className={`${layout.line2} ${layout.underlined} ${styles.head}`}>
              <Heading slot="title" className={classNames(layout.screenTitle, layout.wrappingRest)}>
                {title}
              </Heading>
              <Button
                kind="quiet"
                size="small"
                icon={<X aria-hidden />}
                aria-label={labels.close}
                onPress={leave}
              />
            </header>
            <div className={`${layout.stack5} ${layout.scrollingRest} ${styles.body}`}>
              {draft && <RestoredDraft draft={draft} />}
              {children}
            </div>
            {footer && (
              <footer data-foot="" className={`${layout.row} ${layout.ruled} ${styles.foot}`}>
                {footer}
              </footer>
            )}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

type Content = RefObject<HTMLElement | null>;

/**
 * Keeps the focus in the sheet when the focused element disappears, such as the field of a finished action, so that no
 * key press is lost.
 */
function useKeptFocus(content: Content): void {
  useLayoutEffect(() => {
    const dialog = dialogOf(content);
    if (document.activeElement === document.body && dialog && isOnTop(dialog)) dialog.focus();
  });
}

/** Lets Ctrl+Enter, or Cmd+Enter on a Mac, press the main button from anywhere in the sheet. */
function useMainKeys(content: Content): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      const dialog = dialogOf(content);
      // Key presses in a sheet or menu above this one belong to that one. The focused element may just have
      // disappeared.
      const isHere = event.target === document.body ? isOnTop : contains(event.target);
      if (dialog && isHere(dialog)) pressMain(content, event);
    };
    // Where one field is all there is, Enter has nothing else to mean.
    const onEnter = (event: KeyboardEvent) => {
      const { key, target, repeat, isComposing, defaultPrevented } = event;
      if (key !== 'Enter' || repeat || isComposing || defaultPrevented) return;
      const fields = content.current?.querySelectorAll(FIELDS) ?? [];
      if (fields.length === 1 && fields[0] === target && fields[0]?.matches(LINE)) pressMain(content, event);
    };
    // In the capture phase: an editor in the sheet has its own use for these keys.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    document.addEventListener('keydown', onEnter);
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true });
      document.removeEventListener('keydown', onEnter);
    };
  }, [content]);
}

const FIELDS = 'input, textarea, select, [contenteditable], [aria-haspopup=listbox]';
/** A field of one line, in which Enter writes and chooses nothing. */
const LINE = 'input:not([type=checkbox], [type=radio], [role=combobox])';

function pressMain(content: Content, event: KeyboardEvent): void {
  const buttons = content.current?.querySelectorAll<HTMLElement>('[data-foot] :is(button, a)') ?? [];
  const main = [...buttons].at(-1);
  if (!main) return;
  event.preventDefault();
  event.stopPropagation();
  if (!(main as Partial<HTMLButtonElement>).disabled) main.click();
}

function dialogOf(content: Content): HTMLElement | null {
  return content.current?.closest<HTMLElement>('[role=dialog]') ?? null;
}

function contains(target: EventTarget | null) {
  return (dialog: HTMLElement): boolean => target instanceof Node && dialog.contains(target);
}

function isOnTop(dialog: HTMLElement): boolean {
  return [...document.querySelectorAll('[role=dialog]')].at(-1) === dialog;
}

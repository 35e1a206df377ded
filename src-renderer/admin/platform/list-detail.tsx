import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { classNames } from '../../ui/class-names';
import layout from '../../ui/layout.module.css';
import { LinkButton } from '../../ui/link-button';
import { PaneSplitter } from '../../ui/pane-splitter';
import { focusIn } from './commands/panes';
import styles from './list-detail.module.css';
import { LIST_WIDTH } from './list-width';
import { useListWidth } from './use-list-width';

/** Elements with their own use for Escape. */
const TEXT = 'input, textarea, select, [contenteditable], [role=textbox], .monaco-editor';

interface ListDetailProps {
  /** What the list contains, for its landmark. */
  readonly label: string;
  readonly list: ReactNode;
  readonly detail: ReactNode;
  /** True if something is selected: in a narrow window the detail then replaces the list. */
  readonly chosen: boolean;
  /** Address of the list alone, for the way back in a narrow window. */
  readonly backTo: string;
}

/** Two panes: the list, and the selected item. */
export function ListDetail({ label, list, detail, chosen, backTo }: ListDetailProps) {
  const { width, set } = useListWidth();
  const panes = useRef<HTMLDivElement>(null);
  const listId = useId();
  // Set by script: the page's policy forbids style attributes in markup.
  useLayoutEffect(() => panes.current?.style.setProperty('--list-width', `${width}px`), [width]);
  const navigate = useNavigate();
  /** One level back: to the list, which is another screen in a narrow window. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    if (!event.currentTarget.contains(target) || target.closest(TEXT)) return;
    const pane = document.getElementById(listId);
    if (!pane || !focusIn(pane)) void navigate(backTo);
  };
  return (
    <div ref={panes} className={classNames(styles.panes, chosen && styles.chosen)}>
      <section id={listId} className={classNames(layout.pane, styles.list)} aria-label={label} data-pane="">
        {list}
      </section>
      <PaneSplitter
        label={`Width of the list: ${label.toLowerCase()}`}
        controls={listId}
        width={width}
        min={LIST_WIDTH.min}
        max={LIST_WIDTH.max}
        initial={LIST_WIDTH.initial}
        onChange={set}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back from any focused element in it */}
      <div className={styles.detail} data-pane="" onKeyDown={onKeyDown}>
        {chosen && (
          <div className={`${layout.hidden} ${styles.back}`}>
            <LinkButton to={backTo} kind="quiet" size="small" icon={<ArrowLeft aria-hidden />}>
              {label}
            </LinkButton>
          </div>
        )}
        {detail}
      </div>
    </div>
  );
}

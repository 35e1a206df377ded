import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button';
import layout from '../../../ui/layout.module.css';
import type { ImportRun } from './import-run';
import styles from './import-screen.module.css';
import { number } from './import-summary';
import type { ImportWork } from './import-work';
import { useImportWork } from './use-import-run';

/** What the server is doing with the document, and the way to stop it. */
export function ImportProgress({ run }: { readonly run: ImportRun }) {
  const source = useImportWork(run, (work) => work.source);
  const progress = useImportWork(run, (work) => work.progress);
  const box = useRef<HTMLElement>(null);
  // What was pressed or dropped is gone: Escape and Tab continue from here.
  useEffect(() => box.current?.focus(), []);
  const size = source ? formatBytes(source.text.length) : '';
  return (
    <section
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: takes the focus of what it replaces
      tabIndex={0}
      className={`${layout.stack3} ${layout.top} ${styles.working}`}
      aria-label="Reading the document"
      onKeyDown={(event) => event.key === 'Escape' && run.stop()}
    >
      <p role="status">
        {stageLabel(progress)} <span className={layout.muted}>{size}</span>
      </p>
      <progress
        className={layout.progress}
        aria-label="Progress"
        {...(progress?.total ? { max: progress.total, value: progress.done } : {})}
      />
      <Button size="small" onPress={() => run.stop()}>
        Stop
      </Button>
    </section>
  );
}

/** The stage of the work in words. */
export function stageLabel(progress: ImportWork['progress']): string {
  if (progress === null) return 'Sending the document';
  switch (progress.stage) {
    case 'waiting':
      return 'Waiting for another import';
    case 'parsing':
      return 'Reading the file';
    case 'reading':
      return progress.total === null
        ? 'Reading the webhooks'
        : `Reading the webhooks, ${number(progress.done)} of ${number(progress.total)}`;
    case 'comparing':
      return 'Comparing with the catalog';
  }
}

/** "4.8 MB". */
function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

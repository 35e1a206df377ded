import { localTime } from '../../../src-server/contract/local-time';
import { Button } from '../../ui/button';
import layout from '../../ui/layout.module.css';
import { useUiLabels } from '../../ui/ui-labels';
import { useLabels } from '../look/look-context';

interface LoadOlderProps {
  readonly pages: {
    readonly rows: readonly unknown[] | undefined;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly searchedToMs: number | null;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly what: 'messages' | 'attempts';
}

/** Loads more of a long list; renders nothing if there is no more. */
export function LoadOlder({ pages, what }: LoadOlderProps) {
  const labels = useLabels().messages;
  const { locale } = useUiLabels();
  if (!pages.hasNextPage) return null;
  return (
    <p className={`${layout.rowAligned} ${layout.gap3} ${layout.below4}`}>
      <Button onPress={() => void pages.fetchNextPage()}>
        {pages.isFetchingNextPage ? labels.reading[what] : labels.older[what]}
      </Button>
      <span className={layout.meta}>
        {pages.searchedToMs === null
          ? labels.shown({ count: pages.rows?.length ?? 0 })
          : labels.searched({ until: localTime(pages.searchedToMs, Date.now(), locale) })}
      </span>
    </p>
  );
}

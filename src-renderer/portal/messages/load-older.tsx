import { Button } from '../../ui/button';
import styles from './portal-messages.module.css';

export interface LoadOlderProps {
  readonly pages: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  /** "messages", "attempts". */
  readonly what: string;
}

/** More of a long list; nothing when there is no more. */
export function LoadOlder({ pages, what }: LoadOlderProps) {
  if (!pages.hasNextPage) return null;
  return (
    <p className={styles.older}>
      <Button onPress={() => void pages.fetchNextPage()}>
        {pages.isFetchingNextPage ? 'Reading' : 'Show'} older {what}
      </Button>
    </p>
  );
}

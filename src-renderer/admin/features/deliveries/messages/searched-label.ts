import { localTime } from '../../../../../src-server/contract/local-time';

interface Searched {
  /** The messages found. */
  readonly rows?: readonly unknown[] | undefined;
  /** How many messages were compared. */
  readonly examined: number;
  /** When the oldest of them was accepted (RFC 3339). Null: none was. */
  readonly examinedSince: string | null;
  /** True: there are older ones. */
  readonly hasNextPage: boolean;
  /** True: scrolling on reads them. */
  readonly isLastFull: boolean;
}

const number = new Intl.NumberFormat('en-GB');

/** What a list shows, and how far back it was searched. */
export function searchedLabel({ rows = [], examined, examinedSince, ...page }: Searched): string {
  const { hasNextPage, isLastFull } = page;
  const messages = `${number.format(rows.length)} ${rows.length === 1 ? 'message' : 'messages'}`;
  if (!hasNextPage && rows.length > 0) return `All ${messages}, newest first.`;
  const since = examinedSince === null ? '' : `, back to ${localTime(Date.parse(examinedSince), Date.now())}`;
  const searched = `Searched the newest ${number.format(examined)}${since}.`;
  if (rows.length > 0) return `${messages}, newest first. ${isLastFull ? 'Scroll for more.' : searched}`;
  return hasNextPage ? searched : 'All messages were searched.';
}

import { localTime } from '../../../../../src-server/contract/local-time';

/** Where the event types of a frame come from, as its head says it. */
export type SourceWord = 'Stored' | 'Draft' | 'Working copy' | `As of ${string}`;

/** What the frames show, and what they could show instead. */
export interface FrameSource {
  readonly word: SourceWord;
  /** Null: there is nothing else to show. */
  readonly other: SourceWord | null;
  readonly onSwitch: () => void;
}

interface SourceParts {
  /** True: the event types are edited in a working copy. */
  readonly isCopy: boolean;
  /** The time at which the stored catalog is shown, RFC 3339. Null: as it is. */
  readonly at: string | null;
  /** True: something is tried out or not saved. */
  readonly hasDraft: boolean;
  /** True: somebody chose to see the catalog without it. */
  readonly isPlain: boolean;
  readonly onPlain: (isPlain: boolean) => void;
}

/** The event types without a draft, in the same words everywhere in the preview. */
export function plainSource(isCopy: boolean): SourceWord {
  return isCopy ? 'Working copy' : 'Stored';
}

export function frameSource({ isCopy, at, hasDraft, isPlain, onPlain }: SourceParts): FrameSource {
  const plain =
    at === null ? plainSource(isCopy) : (`As of ${localTime(Date.parse(at), Date.now())}` as const);
  const onSwitch = () => onPlain(!isPlain);
  if (!hasDraft) return { word: plain, other: null, onSwitch };
  return isPlain ? { word: plain, other: 'Draft', onSwitch } : { word: 'Draft', other: plain, onSwitch };
}

import { isVisible } from '../../src-server/contract/visibility';
import type { PreviewType } from '../shared/preview-frames/visible-types';

/** A frame, and the event types that its own token lists. */
interface ListedFrame {
  readonly featureFlags: readonly string[];
  readonly own: readonly PreviewType[];
}

/**
 * The event types that a frame is compared by: its own, and those of the other frames that its flags hide. What its
 * flags would show but its catalog does not have (another frame shows a draft) is not hidden there, so it is left out.
 */
export function comparedTypes(frame: ListedFrame, all: readonly ListedFrame[]): PreviewType[] {
  const found = new Map(frame.own.map((type) => [type.name, type]));
  for (const { own } of all) {
    for (const type of own) {
      if (!found.has(type.name) && !isVisible(type.featureFlags, frame.featureFlags))
        found.set(type.name, type);
    }
  }
  return [...found.values()];
}

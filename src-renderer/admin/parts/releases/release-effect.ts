import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import type { FlagReleaseIn } from '../../../../src-server/contract/flag-release';
import { counted } from '../traffic/format-amount';

type Release = Pick<FlagReleaseIn, 'flag' | 'eventTypes'>;

/** The event types that have the flag of a release and are not archived. */
export function flaggedTypes(types: readonly ListedEventType[], flag: string): readonly ListedEventType[] {
  return types.filter(({ archived, featureFlags }) => !archived && featureFlags?.includes(flag));
}

/** What a release would do to the catalog as it is now, in a sentence or two. */
export function releaseSentence(types: readonly ListedEventType[], { flag, eventTypes }: Release): string {
  const wanted = eventTypes && new Set(eventTypes);
  const released = flaggedTypes(types, flag).filter(({ name }) => wanted?.has(name) ?? true);
  if (released.length === 0)
    return wanted ? `None of them has the flag ${flag} now.` : `No event type has the flag ${flag} now.`;
  const limited = released.filter(({ featureFlags }) => (featureFlags ?? []).length > 1);
  const open = released.length - limited.length;
  const others = [...new Set(limited.flatMap((type) => type.featureFlags ?? []))].filter(
    (own) => own !== flag,
  );
  return [
    open > 0 && `${counted(open, 'event type')} ${open === 1 ? 'becomes' : 'become'} visible to everyone.`,
    // One of its flags is enough to see an event type: whoever had only this one loses it.
    limited.length > 0 &&
      `${counted(limited.length, 'event type')} ${limited.length === 1 ? 'has' : 'have'} other flags too (${others.join(', ')}), and will be hidden from customers who only have ${flag}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

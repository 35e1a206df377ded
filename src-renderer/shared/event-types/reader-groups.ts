import { type EventTypeGroup, type Groupable, groupEventTypes } from './group-event-types';

/** With fewer event types, a word is no group. */
const MEMBERS_MIN = 3;

/**
 * Event types as the public catalog lists them: those without a group are under the longest word, up to a "_" or a "-", that
 * at least three of them share; what is left comes first. A filter has no such groups.
 */
export function readerGroups<T extends Groupable>(eventTypes: readonly T[]): EventTypeGroup<T>[] {
  const groups = groupEventTypes(eventTypes);
  const loose = groups.find(({ name }) => name === null);
  if (loose === undefined) return groups;
  const isLoose = new Set(loose.eventTypes);
  const words = new Map<string, number>();
  for (const { name } of isLoose)
    for (const word of wordsOf(name)) words.set(word, (words.get(word) ?? 0) + 1);
  const named = eventTypes.map((type) => {
    // Longest first: what shares more of its name is closer.
    const word = isLoose.has(type)
      ? wordsOf(type.name).find((each) => (words.get(each) ?? 0) >= MEMBERS_MIN)
      : undefined;
    return { name: type.name, groupName: word ?? type.groupName, type };
  });
  const found = groupEventTypes(named).map(({ name, eventTypes: own }) => ({
    name,
    eventTypes: own.map(({ type }) => type),
  }));
  return [...found.filter(({ name }) => name === null), ...found.filter(({ name }) => name !== null)];
}

/** The beginnings of a name that end before a "_" or a "-", longest first. */
function wordsOf(name: string): string[] {
  const ends = Array.from(name.matchAll(/[_-]/g), ({ index }) => index).filter((index) => index > 0);
  return ends.toReversed().map((end) => name.slice(0, end));
}

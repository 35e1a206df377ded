import { isObject, own } from '../../json-schema/plain-json';
import { type SharedDefinitions, type Target, targetOf } from './shared-definitions';

/** One of the two maps of the document, and a name in it. */
export function keyOf({ kind, name }: Pick<Target, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}

/**
 * What is on a loop of references that passes through no property and no list, or between two: TypeScript refuses a type
 * that consists of itself.
 */
export function aliasLoops({ types, definitions }: SharedDefinitions): ReadonlySet<string> {
  const links = new Map<string, ReadonlySet<string>>();
  for (const { name, body } of types) links.set(keyOf({ kind: 'schemas', name }), immediateLinks(body));
  for (const [name, body] of definitions)
    links.set(keyOf({ kind: 'definitions', name }), immediateLinks(body));
  const back = new Map<string, Set<string>>([...links.keys()].map((key) => [key, new Set()]));
  for (const [key, targets] of links) for (const target of targets) back.get(target)?.add(key);
  return withoutEnds(withoutEnds(new Set(links.keys()), links, back), back, links);
}

/** What is left after everything that leads to nothing left was taken away, again and again. */
function withoutEnds(
  all: ReadonlySet<string>,
  links: ReadonlyMap<string, ReadonlySet<string>>,
  back: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const left = new Set(all);
  const counts = new Map(
    [...all].map((key) => [key, [...(links.get(key) ?? [])].filter((target) => all.has(target)).length]),
  );
  const ends = [...all].filter((key) => counts.get(key) === 0);
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    left.delete(end);
    for (const user of back.get(end) ?? []) {
      const count = (counts.get(user) ?? 0) - 1;
      counts.set(user, count);
      if (count === 0 && left.has(user)) ends.push(user);
    }
  }
  return left;
}

function immediateLinks(schema: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (!isObject(schema)) return found;
  if (Object.hasOwn(schema, '$ref')) {
    const target = targetOf(schema.$ref);
    if (target) found.add(keyOf(target));
    return found;
  }
  for (const word of ['allOf', 'anyOf', 'oneOf']) {
    const branches = own(schema, word);
    if (Array.isArray(branches)) for (const branch of branches) immediateLinks(branch, found);
  }
  return found;
}

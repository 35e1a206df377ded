import { isValidName, NAME_MAX_LENGTH } from '../../contract/names';
import { type JsonObject, ownText } from '../../json-schema/plain-json';
import type { WebhookEntry } from './webhook-entry';

/** More suggestions than this are no help. */
const MAX_SUGGESTIONS = 5;
/** A vendor extension that may hold the name of the event: `x-acme-event-type`, `x-webhook-topic` ... */
const VENDOR_HINT = /^x-.*(event|topic|webhook)/i;
const NAME_RULE = 'letters, digits, "-", "_" and "." only, up to 256';

/** The name of an operation according to the document: `x-event-type` if that is a valid name, otherwise the key. */
export function nameOf(
  key: string,
  operation: JsonObject,
  warnings: string[],
): Pick<WebhookEntry, 'name' | 'nameFrom'> {
  if (Object.hasOwn(operation, 'x-event-type')) {
    const given = operation['x-event-type'];
    if (typeof given === 'string' && isValidName(given)) return { name: given, nameFrom: 'x-event-type' };
    warnings.push('`x-event-type` is not a valid event type name; the webhook key was used');
  }
  return { name: key, nameFrom: 'key' };
}

/**
 * Valid names that an entry could have instead of `name`, without duplicates. First hints in the document, then its own
 * name corrected, then the operation id, then key and method.
 */
export function suggestedNames(
  { key, method }: { readonly key: string; readonly method: string },
  name: string,
  item: JsonObject,
  operation: JsonObject,
): readonly string[] {
  const hints = [...Object.entries(operation), ...Object.entries(item)]
    .filter(([member, value]) => typeof value === 'string' && VENDOR_HINT.test(member))
    .map(([, value]) => value as string);
  const wanted = [...hints, name, ownText(operation, 'operationId') ?? '', `${key}.${method.toLowerCase()}`];
  const valid = wanted.map(putRight).filter((suggestion) => suggestion !== '' && suggestion !== name);
  return [...new Set(valid)].slice(0, MAX_SUGGESTIONS);
}

/** The nearest valid name; empty when nothing is left. */
function putRight(name: string): string {
  return name
    .slice(0, 1000)
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .replace(/[^a-zA-Z0-9\-_.]+/g, '.')
    .replace(/^\.+|\.+$/g, '')
    .slice(0, NAME_MAX_LENGTH);
}

/** Why a name is invalid, and what it could be instead. */
function invalidName(name: string): string {
  const plain = putRight(name);
  const how = plain === '' ? '' : `, for example "${plain}"`;
  return `Not a valid event type name (${NAME_RULE}). Set \`x-event-type\`${how}.`;
}

/** What a caller wants for an entry, as far as its name is concerned. */
interface NameChoice {
  /** Null or absent: the name of the document. */
  readonly name?: string | null;
  /** False: the entry gives up its name if another one has it too. */
  readonly accept?: boolean;
}

/** An entry with the name under which it would be written. */
export interface NamedEntry {
  readonly entry: WebhookEntry;
  readonly name: string;
  readonly nameFrom: WebhookEntry['nameFrom'] | 'choice';
  /** Why it cannot be imported under this name. Null: it can, and no other entry has the name. */
  readonly problem: string | null;
}

/**
 * Gives every entry its name. Two entries with the same name are both a problem, until one is renamed or left out. The
 * exception: if several methods of one key are named after it, the first (`post` if there is one) gets the name.
 */
export function nameEntries(
  entries: readonly WebhookEntry[],
  choiceOf: (entry: WebhookEntry) => NameChoice | undefined,
): readonly NamedEntry[] {
  const wanted = entries.map((entry, index) => {
    const choice = choiceOf(entry);
    const chosen = choice?.name ?? null;
    const name = chosen ?? entry.name;
    const problem = entry.refusal ?? (isValidName(name) ? null : invalidName(name));
    const nameFrom = chosen === null || chosen === entry.name ? entry.nameFrom : ('choice' as const);
    return { named: { entry, name, nameFrom, problem }, index, isLeftOut: choice?.accept === false };
  });
  const holders = new Map<string, Claim[]>();
  for (const claim of wanted) {
    if (claim.named.problem !== null) continue;
    const list = holders.get(claim.named.name);
    if (list === undefined) holders.set(claim.named.name, [claim]);
    else list.push(claim);
  }
  return wanted.map((claim) => {
    const { named } = claim;
    return { ...named, problem: named.problem ?? conflictOf(claim, holders.get(named.name) ?? []) };
  });
}

/** An entry that wants a name. */
interface Claim {
  readonly named: NamedEntry;
  /** Its place in the document, with `post` before the other methods of a key. */
  readonly index: number;
  readonly isLeftOut: boolean;
}

function conflictOf(claim: Claim, all: readonly Claim[]): string | null {
  const rivals = all.filter((other) => other !== claim && (claim.isLeftOut || !other.isLeftOut));
  const [first] = rivals;
  if (first === undefined) return null;
  const { key } = claim.named.entry;
  const isOneKey = [claim, ...rivals].every(
    ({ named }) => named.entry.key === key && named.nameFrom === 'key',
  );
  if (isOneKey && rivals.every(({ index }) => index > claim.index)) return null;
  return `${first.named.entry.pointer} has the same name. Rename or skip one of them.`;
}

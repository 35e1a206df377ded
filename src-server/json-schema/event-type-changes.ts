import { type SchemaChange, worstEffect } from './schema-change-list';
import type { ChangeEffect } from './schema-change-rules';
import { formatPath, schemaDiff } from './schema-diff';

/** The content of an event type, without its times. */
export interface EventTypeFacts {
  readonly description: string;
  readonly archived: boolean;
  readonly deprecated: boolean;
  /** RFC 3339. Null or absent: no date. */
  readonly sunsetAt?: string | null;
  /** The event type to use instead. Null or absent: none. */
  readonly replacedBy?: string | null;
  /** Null: the group follows the name. */
  readonly groupName: string | null;
  /** Null: everyone sees it. */
  readonly featureFlags: readonly string[] | null;
  /** Draft 7 schemas by version. Null: none. */
  readonly schemas: Readonly<Record<string, unknown>> | null;
}

/** An event type that says nothing: what one that does not exist is compared as. */
export const NO_FACTS: EventTypeFacts = {
  description: '',
  archived: false,
  deprecated: false,
  groupName: null,
  featureFlags: null,
  schemas: null,
};

/** One difference between two states of an event type. */
export interface EventTypeChange {
  /** What it means for receivers of such messages. Null: it concerns only the catalog, no message changes. */
  readonly effect: ChangeEffect | null;
  /** Where: "schema > data > total", "description". */
  readonly where: string;
  /** What, without where: "number becomes string". */
  readonly text: string;
}

/** The differences between two states of an event type. */
export interface EventTypeDiff {
  /** Visibility comes first, then its texts, then its schema field by field. */
  readonly changes: readonly EventTypeChange[];
  /** How many further changes of the schema are not listed. */
  readonly more: number;
  /** A summary of the schema's changes: "+2 −1 ~3"; "" when there are none. */
  readonly schemaSummary: string;
  /** The worst of the effects. Null: no difference affects messages. */
  readonly verdict: ChangeEffect | null;
}

/** Compares two states of one event type, in words. Only its schema concerns messages: delivery never changes. */
export function eventTypeDiff(before: EventTypeFacts, after: EventTypeFacts): EventTypeDiff {
  const changes = [...factChanges(before, after)];
  let more = 0;
  let schemaSummary = '';
  let verdict: ChangeEffect | null = null;
  const versions = new Set([...Object.keys(after.schemas ?? {}), ...Object.keys(before.schemas ?? {})]);
  for (const version of [...versions].sort()) {
    const diff = schemaDiff(schemaIn(before, version), schemaIn(after, version));
    const name = version === '1' ? 'schema' : `schema ${version}`;
    changes.push(...diff.changes.map((change) => schemaChange(name, change)));
    more += diff.more;
    if (version === '1') schemaSummary = diff.summary;
    verdict = worstEffect([verdict, diff.verdict]);
  }
  return { changes, more, schemaSummary, verdict };
}

function* factChanges(before: EventTypeFacts, after: EventTypeFacts): Generator<EventTypeChange> {
  const say = (where: string, text: string): EventTypeChange => ({ effect: null, where, text });
  const [old, next] = [before, after].map(({ featureFlags }) => [...(featureFlags ?? [])].sort()) as [
    string[],
    string[],
  ];
  if (old.join(' ') !== next.join(' ')) {
    if (next.length === 0)
      yield say('visibility', `released to everyone; was visible only with ${orList(old)}`);
    else if (old.length === 0) yield say('visibility', `now visible only with ${orList(next)}`);
    else yield say('visibility', `was visible only with ${orList(old)}; now only with ${orList(next)}`);
  }
  if (before.archived !== after.archived) yield say('state', after.archived ? 'archived' : 'unarchived');
  if (before.deprecated !== after.deprecated)
    yield say('state', after.deprecated ? 'marked as deprecated' : 'no longer deprecated');
  if ((before.sunsetAt ?? null) !== (after.sunsetAt ?? null))
    yield say('sunset', moved(dayOf(before.sunsetAt), dayOf(after.sunsetAt)));
  const replacement = replacementChange(before.replacedBy ?? null, after.replacedBy ?? null);
  if (replacement) yield replacement;
  if (before.groupName !== after.groupName) {
    const [from, to] = [
      before.groupName ?? 'the group from its name',
      after.groupName ?? 'the group from its name',
    ];
    yield say('group', `${from} becomes ${to}`);
  }
  if (before.description !== after.description) {
    const [was, is] = [short(before.description), short(after.description)];
    if (was === '') yield say('description', `gets one: “${is}”`);
    else if (is === '') yield say('description', `loses it: “${was}”`);
    else if (was === is) yield say('description', 'changes further on');
    else yield say('description', `“${was}” becomes “${is}”`);
  }
}

/** Where a difference of `replacedBy` is. */
export const REPLACEMENT = 'replacement';

/** The difference between two replacements, each as somebody sees it (null: none). Null: there is none. */
export function replacementChange(before: string | null, after: string | null): EventTypeChange | null {
  return before === after ? null : { effect: null, where: REPLACEMENT, text: moved(before, after) };
}

/** A midnight (UTC) is said as its day. */
function dayOf(at: string | null | undefined): string | null {
  return at?.replace(/T00:00:00\.000Z$/, '') ?? null;
}

function moved(was: string | null | undefined, is: string | null | undefined): string {
  if (!is) return `no longer ${was}`;
  return was ? `${was} becomes ${is}` : is;
}

function schemaChange(name: string, { effect, path, text }: SchemaChange): EventTypeChange {
  return { effect, where: path.length === 0 ? name : `${name} > ${formatPath(path)}`, text };
}

function schemaIn({ schemas }: EventTypeFacts, version: string): unknown {
  return schemas && Object.hasOwn(schemas, version) ? schemas[version] : null;
}

function orList(flags: readonly string[]): string {
  const last = flags.at(-1) ?? '';
  return flags.length < 2 ? last : `${flags.slice(0, -1).join(', ')} or ${last}`;
}

function short(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

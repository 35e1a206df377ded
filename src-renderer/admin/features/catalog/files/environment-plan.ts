import type { EnvironmentIn, EnvironmentOut } from '../../../../../src-server/contract/environment';
import { ENVIRONMENT_VERSION } from '../../../../../src-server/contract/environment-version';
import type { FlagSet, FlagSetIn } from '../../../../../src-server/contract/flag-set';
import { eventTypeDiff } from '../../../../../src-server/json-schema/event-type-changes';
import { parseOrdered } from '../../../../../src-server/json-schema/ordered-json';
import type { PlanRow } from './plan-rows';

/** What an environment file would do. */
export interface EnvironmentPlan {
  readonly rows: readonly PlanRow[];
  /** Settings that would change. */
  readonly settings: readonly { readonly name: string; readonly from: string; readonly to: string }[];
  /** Letters of the sets of flags that are new or different. */
  readonly flagSets: readonly string[];
}

/** What a file is compared with. A working copy has event types alone. */
export type CurrentEnvironment = Pick<EnvironmentOut, 'eventTypes'> &
  Partial<Pick<EnvironmentOut, 'settings' | 'flagSets'>>;

/** Reads a file as an environment. @throws Error that says in words why it is not one */
export function readEnvironment(text: string): EnvironmentIn {
  let value: unknown;
  try {
    value = parseOrdered(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new Error(`This is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('This is not an environment file: it is not a JSON object.');
  }
  const parts = value as Record<string, unknown>;
  const { eventTypes, settings } = parts;
  const version = parts.version ?? ENVIRONMENT_VERSION;
  if (eventTypes == null && settings == null) {
    throw new Error('This is not an environment file: it has neither eventTypes nor settings.');
  }
  if (eventTypes != null && !(Array.isArray(eventTypes) && eventTypes.every(hasName))) {
    throw new Error('This is not an environment file: eventTypes is not a list of event types with names.');
  }
  if (version !== ENVIRONMENT_VERSION) {
    throw new Error(
      `This file has version ${JSON.stringify(version)} of the format. Only version ${ENVIRONMENT_VERSION} can be imported.`,
    );
  }
  return value as EnvironmentIn;
}

function hasName(value: unknown): boolean {
  return typeof (value as { name?: unknown } | null)?.name === 'string';
}

/** Compares a file with an instance. */
export function planEnvironment(wanted: EnvironmentIn, now: CurrentEnvironment): EnvironmentPlan {
  const byName = new Map(now.eventTypes.map((type) => [type.name, type]));
  const rows = (wanted.eventTypes ?? []).map((type): PlanRow => {
    const current = byName.get(type.name);
    if (!current) return { name: type.name, state: 'new', changes: [] };
    const { changes, more } = eventTypeDiff(contentOf(current), contentOf(type));
    const lines = changes.map(({ where, text }) => `${where}: ${text}`);
    if (more > 0) lines.push(`and ${more} more`);
    return { name: type.name, state: lines.length > 0 ? 'changed' : 'unchanged', changes: lines };
  });
  const current: Readonly<Record<string, unknown>> = now.settings ?? {};
  const settings = Object.entries(wanted.settings ?? {})
    .filter(([name, value]) => value !== null && name in current && !isSame(current[name], value))
    .map(([name, value]) => ({ name, from: JSON.stringify(current[name]), to: JSON.stringify(value) }));
  const sets = new Map((now.flagSets ?? []).map((set) => [set.letter, set]));
  const flagSets = (wanted.flagSets ?? [])
    .filter((set) => !isSameSet(sets.get(set.letter), set))
    .map(({ letter }) => letter);
  return { rows, settings, flagSets };
}

/** What undoes an import, in one write: the previous state of what it changes, and the removal of what it adds. */
export function wayBack(
  { rows, settings, flagSets }: EnvironmentPlan,
  before: CurrentEnvironment,
): EnvironmentIn {
  const changed = new Set(rows.filter(({ state }) => state === 'changed').map(({ name }) => name));
  const values: Readonly<Record<string, unknown>> = before.settings ?? {};
  const sets = before.flagSets ?? [];
  const known = new Set<string>(sets.map(({ letter }) => letter));
  return {
    // An exported event type can always be imported; it only has additional fields.
    eventTypes: before.eventTypes.filter(({ name }) =>
      changed.has(name),
    ) as readonly ImportedType[] as ImportedType[],
    settings: Object.fromEntries(settings.map(({ name }) => [name, values[name]])),
    flagSets: sets.filter(({ letter }) => flagSets.includes(letter)),
    remove: {
      eventTypes: rows.filter(({ state }) => state === 'new').map(({ name }) => name),
      flagSets: flagSets.filter((letter) => !known.has(letter)),
    },
  };
}

/** A file of an earlier version has no ids; the set then keeps its own. */
function isSameSet(now: FlagSet | undefined, wanted: FlagSetIn): boolean {
  return now !== undefined && isSame(setFacts(now), setFacts({ ...now, ...wanted }));
}

function setFacts({ id, letter, name, colour, featureFlags }: FlagSet): readonly unknown[] {
  return [id, letter, name, colour, featureFlags];
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

type ImportedType = NonNullable<EnvironmentIn['eventTypes']>[number];

/** An event type in the form that a comparison takes, whichever spelling the file uses. */
function contentOf(type: ImportedType): Parameters<typeof eventTypeDiff>[0] {
  const flags = type.featureFlags ?? (type.featureFlag ? [type.featureFlag] : null);
  const schemas = type.schemas ?? (type.schema == null ? null : { '1': type.schema });
  return {
    name: type.name,
    description: type.description,
    archived: type.archived ?? false,
    deprecated: type.deprecated ?? false,
    sunsetAt: type.sunsetAt ?? null,
    replacedBy: type.replacedBy ?? null,
    groupName: type.groupName ?? null,
    featureFlags: flags?.length ? flags : null,
    schemas,
  } as Parameters<typeof eventTypeDiff>[0];
}

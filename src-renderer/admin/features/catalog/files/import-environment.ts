import type { EnvironmentIn } from '../../../../../src-server/contract/environment';
import { ApiFailure } from '../../../../api/api-failure';
import { listAll } from '../../../../api/list-all';
import { parseResponse } from '../../../../api/read-response';
import { UndoRefused } from '../../../../ui/toast-store';
import type { CatalogApi } from '../../../platform/working-copy/catalog-api';
import { type CurrentEnvironment, type EnvironmentPlan, planEnvironment, wayBack } from './environment-plan';

/** Somebody may change other things meanwhile; this many times in a row is something else. */
const ATTEMPTS_MAX = 4;

/** An environment as it was read, and the tag of that state; null where the instance sends none. */
export interface TaggedEnvironment {
  readonly current: CurrentEnvironment;
  readonly tag: string | null;
}

/** Reads what a file is compared with. */
export async function readTagged(
  catalog: CatalogApi,
  isCopy: boolean,
  signal?: AbortSignal,
): Promise<TaggedEnvironment> {
  if (!isCopy) {
    const { text, tag } = await catalog.callText('POST /environment/export', {}, signal ? { signal } : {});
    return { current: parseResponse(text) as CurrentEnvironment, tag };
  }
  const query = { include_archived: true, with_content: true };
  return { current: { eventTypes: await listAll(catalog, 'GET /event-type', { query }, signal) }, tag: null };
}

/** An import that was shown before it is made. */
interface ShownImport {
  readonly wanted: EnvironmentIn;
  readonly shown: TaggedEnvironment;
  /** Reads the instance again. */
  readonly read: () => Promise<TaggedEnvironment>;
}

/**
 * Imports what the preview has shown, and nothing else: if somebody has changed what the file is about since, nothing is
 * written.
 * @returns what was there before, for the way back
 * @throws ApiFailure
 */
export async function importAsShown(
  catalog: CatalogApi,
  { wanted, shown, read }: ShownImport,
): Promise<CurrentEnvironment> {
  const plan = JSON.stringify(planEnvironment(wanted, shown.current));
  let now = shown;
  for (let attempt = 1; ; attempt += 1) {
    if (JSON.stringify(planEnvironment(wanted, now.current)) !== plan) throw changedSince();
    try {
      await catalog.callText('POST /environment/import', { body: wanted }, { ifMatch: now.tag });
      return now.current;
    } catch (cause) {
      const isOutdated = cause instanceof ApiFailure && cause.status === 412;
      if (!isOutdated || attempt === ATTEMPTS_MAX) throw cause;
      now = await read();
    }
  }
}

function changedSince(): ApiFailure {
  return new ApiFailure(
    412,
    'precondition_failed',
    'Someone else has changed this instance in the meantime. The preview now shows its current state: check it, then import again.',
  );
}

/** An import that was made. */
interface MadeImport extends Pick<ShownImport, 'wanted' | 'read'> {
  readonly before: CurrentEnvironment;
}

/**
 * Takes an import back, with one write of the previous state, unless somebody has changed since what it wrote.
 * @throws UndoRefused
 */
export async function undoImport(catalog: CatalogApi, made: MadeImport, anyway = false): Promise<void> {
  const plan = planEnvironment(made.wanted, made.before);
  for (let attempt = 1; ; attempt += 1) {
    const now = await made.read();
    const theirs = changedAfter(plan, planEnvironment(made.wanted, now.current));
    if (theirs.length > 0 && !anyway) {
      const [first, ...others] = theirs;
      const more = others.length > 0 ? ` and ${others.length} more` : '';
      throw new UndoRefused(`Someone else has changed ${first}${more} in the meantime.`, () =>
        undoImport(catalog, made, true),
      );
    }
    try {
      const body = wayBack(plan, made.before);
      await catalog.callText('POST /environment/import', { body }, { ifMatch: now.tag });
      return;
    } catch (cause) {
      const isOutdated = cause instanceof ApiFailure && cause.status === 412;
      if (!isOutdated || attempt === ATTEMPTS_MAX) throw cause;
    }
  }
}

/** What an import wrote and what is otherwise now. @param again what the same import would do now */
function changedAfter(plan: EnvironmentPlan, again: EnvironmentPlan): string[] {
  const written = plan.rows.filter(({ state }) => state !== 'unchanged').map(({ name }) => name);
  const rows = new Map(again.rows.map(({ name, state }) => [name, state]));
  const settings = new Set(again.settings.map(({ name }) => name));
  return [
    ...written.filter((name) => rows.get(name) !== 'unchanged'),
    ...plan.settings.map(({ name }) => name).filter((name) => settings.has(name)),
    ...plan.flagSets
      .filter((letter) => again.flagSets.includes(letter))
      .map((letter) => `the flag set ${letter}`),
  ];
}
